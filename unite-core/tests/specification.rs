//! Properties of the executable specification.

use proptest::prelude::*;
use unite_core::space::{MappingType, PartialPermutation, Points, ReferenceSpace, SpaceError, TensorSpace};

/// The parameters of one space, for a parent of any rank up to 4: entries past the ranks are ignored.
#[derive(Clone, Debug)]
struct Link {
    order: Vec<usize>,
    drop: bool,
    origin: Vec<isize>,
    density: Vec<(bool, isize)>,
}

/// A space in which every entry may vary; `bijective` ones change neither rank nor density.
fn link(bijective: bool) -> impl Strategy<Value = Link> {
    let density = (any::<bool>(), if bijective { 1isize..=1 } else { 1..=3 });
    (
        Just((0..4).collect::<Vec<usize>>()).prop_shuffle(),
        prop::bool::weighted(if bijective { 0.0 } else { 0.3 }),
        prop::collection::vec(-5isize..=5, 4),
        prop::collection::vec(density, 4),
    )
        .prop_map(|(order, drop, origin, density)| Link { order, drop, origin, density })
}

fn child(parent: &ReferenceSpace, link: &Link) -> ReferenceSpace {
    let m = parent.rank();
    let n = if link.drop && m > 1 { m - 1 } else { m };
    let permutation: Vec<usize> = link.order.iter().copied().filter(|&axis| axis < m).take(n).collect();
    let pick = |refine: bool| -> Vec<isize> {
        link.density[..n]
            .iter()
            .map(|&(refined, factor)| if refined == refine { factor } else { 1 })
            .collect()
    };
    parent.child(&permutation, &link.origin[..m], &pick(true), &pick(false)).unwrap()
}

/// The leaf of a path of spaces.
fn descend(rank: usize, links: &[Link]) -> ReferenceSpace {
    links.iter().fold(ReferenceSpace::universe(rank), |space, link| child(&space, link))
}

fn path(bijective: bool, depth: usize) -> impl Strategy<Value = ReferenceSpace> {
    (1usize..=4, prop::collection::vec(link(bijective), 1..=depth))
        .prop_map(|(rank, links)| descend(rank, &links))
}

/// Two leaves under a common path.
fn fork() -> impl Strategy<Value = (ReferenceSpace, ReferenceSpace)> {
    let links = || prop::collection::vec(link(false), 0..=2);
    (1usize..=3, links(), links(), links()).prop_map(|(rank, shared, a, b)| {
        let shared = descend(rank, &shared);
        let under = |links: &[Link]| links.iter().fold(shared.clone(), |space, link| child(&space, link));
        (under(&a), under(&b))
    })
}

fn some_points(rank: usize, seeds: &[Vec<isize>]) -> Points {
    seeds.iter().map(|seed| seed[..rank].to_vec()).collect()
}

fn one(point: &[isize]) -> Points {
    [point.to_vec()].into_iter().collect()
}

fn seeds() -> impl Strategy<Value = Vec<Vec<isize>>> {
    prop::collection::vec(prop::collection::vec(-6isize..=6, 4), 0..=3)
}

/// How many cases to try: so many times `usual` as `UNITE_TEST_DEPTH` says, or what `PROPTEST_CASES` says.
fn cases(usual: u32) -> u32 {
    let given = |name| std::env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    given("PROPTEST_CASES").unwrap_or(usual * given("UNITE_TEST_DEPTH").unwrap_or(1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn bijective_mappings_round_trip(space in path(true, 4), seeds in seeds()) {
        let points = some_points(space.rank(), &seeds);
        let located = space.upstream_to_root(&points);
        prop_assert_eq!(located.len(), points.len());
        prop_assert_eq!(&space.root().map(&located, &space), &points);
        prop_assert_eq!(&space.hull_from_root(&located), &points);
        prop_assert_eq!(&space.downstream(&space.upstream(&points)), &points);
    }

    #[test]
    fn the_hull_bounds_the_narrow_mapping(space in path(false, 3), seeds in seeds()) {
        let parent = space.parent().unwrap();
        let points = some_points(parent.rank(), &seeds);
        let narrow = space.narrow_downstream(&points);
        prop_assert!(narrow.is_subset(&space.hull(&points)));
        prop_assert!(narrow.is_subset(&space.downstream(&points)));
        let refined_above = parent.ancestry().any(|above| above.refinement().iter().any(|&r| r > 1));
        if !refined_above {
            prop_assert_eq!(&narrow, &space.downstream(&points));
        }
    }

    /// The narrow mapping, point by point: what the hull projects to and shares a location with.
    #[test]
    fn narrow_points_are_those_that_share_a_location(space in path(false, 3), seeds in seeds()) {
        let parent = space.parent().unwrap();
        let points = some_points(parent.rank(), &seeds);
        let shares = |y: &[isize]| !space.spatial_intersection(&one(y), parent, &points).is_empty();
        let pointwise: Points = space.hull(&points).into_iter().filter(|y| shares(y)).collect();
        prop_assert_eq!(space.narrow_downstream(&points), pointwise);
    }

    #[test]
    fn up_and_down_again_covers_the_points(space in path(false, 3), seeds in seeds()) {
        let points = some_points(space.rank(), &seeds);
        prop_assert!(points.is_subset(&space.narrow_downstream(&space.upstream(&points))));
        prop_assert!(points.is_subset(&space.root().map(&space.upstream_to_root(&points), &space)));
    }

    #[test]
    fn mappings_distribute_over_union(space in path(false, 3), a in seeds(), b in seeds()) {
        let (x, y) = (some_points(space.rank(), &a), some_points(space.rank(), &b));
        prop_assert_eq!(space.upstream(&x.union(&y)), space.upstream(&x).union(&space.upstream(&y)));
        let parent = space.parent().unwrap();
        let (x, y) = (some_points(parent.rank(), &a), some_points(parent.rank(), &b));
        prop_assert_eq!(space.hull(&x.union(&y)), space.hull(&x).union(&space.hull(&y)));
    }

    #[test]
    fn spatial_intersection_commutes_and_is_idempotent((a, b) in fork(), x in seeds(), y in seeds()) {
        let (x, y) = (some_points(a.rank(), &x), some_points(b.rank(), &y));
        let shared = a.spatial_intersection(&x, &b, &y);
        prop_assert_eq!(&shared, &b.spatial_intersection(&y, &a, &x));
        prop_assert_eq!(a.spatial_intersection(&x, &a, &x), a.upstream_to_root(&x));
        let root = a.root();
        prop_assert_eq!(&root.spatial_intersection(&shared, &a, &x), &shared);
        let all = a.spatial_union(&x, &b, &y).unwrap();
        prop_assert!(shared.is_subset(&all));
        prop_assert_eq!(&all, &b.spatial_union(&y, &a, &x).unwrap());
        prop_assert_eq!(root.spatial_intersection(&all, &a, &x), a.upstream_to_root(&x));
    }

    /// What a point maps to in another space shares a location with it. Sharing is not transitive where refined points
    /// are coarsened again: `a` may meet `b`, and `b` meet `c`, in different locations of the root.
    #[test]
    fn mapped_points_share_a_location((a, b) in fork(), seed in prop::collection::vec(-6isize..=6, 4)) {
        let x = some_points(a.rank(), &[seed]);
        let refined = |space: &ReferenceSpace| space.ancestry().any(|s| s.refinement().iter().any(|r| *r > 1));
        for y in a.map(&x, &b) {
            prop_assert!(refined(&a) || refined(&b) || !a.spatial_intersection(&x, &b, &one(&y)).is_empty(), "{:?} at {:?}", x, y);
        }
        prop_assert_eq!(a.map(&x, &a), x);
    }

    #[test]
    fn invalid_projections_map_to_nothing(
        parent in path(true, 2),
        axis in 0usize..4,
        at in -5isize..=5,
        away in 1isize..=5,
        seed in prop::collection::vec(-6isize..=6, 4),
    ) {
        let axis = axis % parent.rank();
        let slice = parent.sliced(axis, at).unwrap();
        let mut point = seed[..parent.rank()].to_vec();
        point[axis] = at;
        prop_assert_eq!(slice.downstream(&one(&point)).len(), 1);
        point[axis] = at + away;
        prop_assert_eq!(slice.hull(&one(&point)).len(), 1);
        prop_assert!(slice.downstream(&one(&point)).is_empty());
    }

    #[test]
    fn spatial_intersection_associates((a, b) in fork(), x in seeds(), y in seeds(), z in seeds()) {
        let (x, y, z) = (some_points(a.rank(), &x), some_points(b.rank(), &y), some_points(a.rank(), &z));
        let root = a.root();
        let first = root.spatial_intersection(&a.spatial_intersection(&x, &b, &y), &a, &z);
        let last = a.spatial_intersection(&x, root, &b.spatial_intersection(&y, &a, &z));
        prop_assert_eq!(first, last);
        let first = root.spatial_union(&a.spatial_union(&x, &b, &y).unwrap(), &a, &z);
        prop_assert_eq!(first, a.spatial_union(&x, root, &b.spatial_union(&y, &a, &z).unwrap()));
    }

    /// A path may be walked in one go, or with a rest at any space on it.
    #[test]
    fn mappings_compose_along_paths(space in path(false, 4), seeds in seeds()) {
        let points = some_points(space.rank(), &seeds);
        let located = space.upstream_to_root(&points);
        let below: Vec<&ReferenceSpace> = space.ancestry().collect();
        for (k, rest) in below.iter().enumerate() {
            let there = space.upstream_to(rest, &points).unwrap();
            prop_assert_eq!(&rest.upstream_to_root(&there), &located);
            prop_assert_eq!(&space.map(&points, rest), &there);
            // From the root to the rest, and on from there.
            let hull = below[..k].iter().rev().fold(rest.hull_from_root(&located), |hull, space| space.hull(&hull));
            prop_assert_eq!(hull, space.hull_from_root(&located));
            let narrow = rest.root().map(&located, rest);
            prop_assert_eq!(rest.map(&narrow, &space), rest.root().map(&located, &space));
        }
    }

    /// Two steps of one kind are one step; steps of different kinds are not.
    #[test]
    fn steps_of_one_kind_compose(
        parent in path(false, 2),
        a in prop::collection::vec(1isize..=3, 4),
        b in prop::collection::vec(1isize..=3, 4),
        seeds in seeds(),
    ) {
        let n = parent.rank();
        let (a, b, points) = (&a[..n], &b[..n], some_points(n, &seeds));
        let product: Vec<isize> = a.iter().zip(b).map(|(a, b)| a * b).collect();
        let sum: Vec<isize> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let minus: Vec<isize> = b.iter().map(|b| -b).collect();
        let twice = |first: ReferenceSpace, then: &dyn Fn(&ReferenceSpace) -> ReferenceSpace| then(&first);
        for (two, one) in [
            (twice(parent.refined(a).unwrap(), &|s| s.refined(b).unwrap()), parent.refined(&product).unwrap()),
            (twice(parent.coarsened(a).unwrap(), &|s| s.coarsened(b).unwrap()), parent.coarsened(&product).unwrap()),
            (twice(parent.translated(a).unwrap(), &|s| s.translated(&minus).unwrap()), parent.translated(&sum).unwrap()),
        ] {
            let up = two.upstream_to(&parent, &points).unwrap();
            prop_assert_eq!(&up, &one.upstream(&points));
            prop_assert_eq!(parent.map(&up, &two), one.narrow_downstream(&up));
        }
    }

    /// Nothing is special about 0: moving by whole periods moves the result, to negative coordinates too.
    #[test]
    fn negative_coordinates_are_ordinary(
        r in 1isize..=5,
        c in 1isize..=5,
        refine in any::<bool>(),
        o in -20isize..=20,
        x in 0isize..=20,
        k in 1isize..=20,
    ) {
        let (r, c) = if refine { (r, 1) } else { (1, c) };
        let space = ReferenceSpace::universe(1).child(&[0], &[o], &[r], &[c]).unwrap();
        let shifted = |points: Points, by: isize| -> Points {
            points.into_iter().map(|point| vec![point[0] - by]).collect()
        };
        let up = space.upstream(&one(&[x]));
        prop_assert_eq!(space.upstream(&one(&[x - k * r])), shifted(up, k * c));
        let down = space.hull(&one(&[o + x]));
        prop_assert_eq!(space.hull(&one(&[o + x - k * c])), shifted(down, k * r));
    }

    #[test]
    fn locations_compare_across_frames((a, b) in fork(), x in prop::collection::vec(-6isize..=6, 4), y in prop::collection::vec(-6isize..=6, 4)) {
        let (x, y) = (&x[..a.rank()], &y[..b.rank()]);
        let (here, there) = (one(x), one(y));
        let shares = a.shares_location(&here, &b, &there);
        prop_assert_eq!(shares, b.shares_location(&there, &a, &here));
        let distance = a.distance_squared(&here, &b, &there).unwrap();
        prop_assert_eq!(Some(distance), b.distance_squared(&there, &a, &here));
        prop_assert_eq!(distance == 0, shares);
        if a.same_location(&here, &b, &there) {
            prop_assert!(shares);
        }
        let common = a.common_ancestor(&b).unwrap();
        for frame in common.ancestry() {
            let offset = a.offset_in(frame, x, &b, y).unwrap();
            let back: Vec<isize> = b.offset_in(frame, y, &a, x).unwrap().iter().map(|by| -by).collect();
            prop_assert_eq!(&offset, &back);
            prop_assert!(a.offset_in(frame, x, &a, x).unwrap().iter().all(|&by| by == 0));
            // Moved by the offset, the first of the one are the first of the other.
            let first = a.upstream_to(frame, &here).unwrap().first().unwrap().to_vec();
            let moved: Vec<isize> = first.iter().zip(&offset).map(|(at, by)| at + by).collect();
            let other = b.upstream_to(frame, &there).unwrap();
            prop_assert_eq!(Some(&moved[..]), other.first());
        }
        let elsewhere = ReferenceSpace::universe(a.root().rank() % 4 + 1);
        let origin = one(&vec![0; elsewhere.rank()]);
        prop_assert_eq!(a.distance_squared(&here, &elsewhere, &origin), None);
        prop_assert!(!a.same_location(&here, &elsewhere, &origin));
    }

    /// The type of a mapping says how many points a point maps to.
    #[test]
    fn types_of_mappings(space in path(false, 3), seed in prop::collection::vec(-6isize..=6, 4)) {
        let x = some_points(space.rank(), &[seed]);
        let up = space.upstream(&x);
        match space.mapping_type() {
            MappingType::RefinedOrCoarsened => {
                let hull = space.hull(&up).len() as isize;
                let c: isize = space.coarsening().iter().product();
                let r: isize = space.refinement().iter().product();
                prop_assert_eq!((up.len() as isize, hull), (c, r));
                prop_assert!(c > 1 || r > 1);
            }
            kind => {
                prop_assert_eq!((up.len(), space.hull(&up)), (1, x));
                prop_assert_eq!(kind == MappingType::Bijective, space.parent().unwrap().rank() == space.rank());
                prop_assert!(space.projects_validly(up.first().unwrap()));
            }
        }
    }

    /// The getters are what the mappings say.
    #[test]
    fn getters_agree_with_mappings(space in path(false, 3), extents in prop::collection::vec(1usize..=3, 4)) {
        let rank = space.rank();
        let tensor = TensorSpace::new(space.clone(), &extents[..rank]).unwrap();
        for ancestor in space.ancestry() {
            let all = space.upstream_to(ancestor, &tensor.points()).unwrap();
            let (origin, reach) = (tensor.origin_in(ancestor).unwrap(), tensor.extents_in(ancestor).unwrap());
            let end: Vec<isize> = origin.iter().zip(&reach).map(|(&o, &e)| o + e as isize).collect();
            prop_assert!(all.is_subset(&Points::cuboid(&origin, &end)));
            prop_assert_eq!(all.first(), Some(&origin[..]));
            for axis in 0..ancestor.rank() {
                prop_assert_eq!(all.iter().map(|point| point[axis]).max(), Some(end[axis] - 1));
            }
        }
    }
}

#[test]
fn the_partial_permutation_of_the_example() {
    let p = PartialPermutation::new(&[3, 1, 2], 4);
    assert_eq!(p.rows(), [[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]);
    assert_eq!(p.project(&[5, 6, 7, 8]), [8, 6, 7]);
    assert_eq!(p.embed(&[5, 6, 7]), [0, 6, 7, 5]);
}

#[test]
fn floors_not_truncation() {
    let coarse = ReferenceSpace::universe(1).coarsened(&[4]).unwrap();
    assert_eq!(coarse.hull(&Points::from([[-1], [-4], [-5]])), Points::from([[-1], [-2]]));
    let fine = ReferenceSpace::universe(1).refined(&[4]).unwrap();
    assert_eq!(fine.upstream(&Points::from([[-1], [-4], [-5]])), Points::from([[-1], [-2]]));
    assert_eq!(fine.hull(&Points::from([[-1]])), Points::from([[-4], [-3], [-2], [-1]]));
}

/// Only the point whose location the line has maps down to it.
#[test]
fn of_three_points_in_a_column_one_is_on_the_line() {
    let plane = ReferenceSpace::universe(2);
    let line = plane.child(&[1], &[2, -1], &[1], &[1]).unwrap();
    let column = Points::from([[0, 3], [1, 3], [2, 3]]);
    assert_eq!(line.hull(&column), Points::from([[4]]));
    assert_eq!(line.downstream(&column), Points::from([[4]]));
    assert_eq!(line.downstream(&Points::from([[0, 3], [1, 3]])), Points::empty());
}

/// What floors would lose if a coarsening and a refinement were made one.
#[test]
fn coarsening_and_refinement_do_not_cancel() {
    let line = ReferenceSpace::universe(1);
    let there_and_back = line.coarsened(&[2]).unwrap().refined(&[2]).unwrap();
    assert_eq!(there_and_back.upstream_to_root(&Points::from([[-1]])), Points::from([[-2], [-1]]));
    let back_and_there = line.refined(&[2]).unwrap().coarsened(&[2]).unwrap();
    assert_eq!(back_and_there.upstream_to_root(&Points::from([[-1]])), Points::from([[-1]]));
    let by_thirds = line.refined(&[3]).unwrap().coarsened(&[2]).unwrap();
    let located = |x: isize| by_thirds.upstream_to_root(&Points::from([[x]])).len();
    assert_eq!([0, 1, 2, 3].map(located), [1, 2, 1, 1]);
}

#[test]
fn wrong_definitions_are_refused() {
    let plane = ReferenceSpace::universe(2);
    let error = |p: &[usize], o: &[isize], r: &[isize], c: &[isize]| plane.child(p, o, r, c).unwrap_err();
    assert_eq!(
        error(&[0, 1], &[0, 0], &[1, 2], &[1, 3]),
        SpaceError::RefinedAndCoarsened { axis: 1, refinement: 2, coarsening: 3 }
    );
    assert_eq!(error(&[1, 1], &[0, 0], &[1, 1], &[1, 1]), SpaceError::Permutation { axis: 1, value: 1 });
    assert_eq!(error(&[2], &[0, 0], &[1], &[1]), SpaceError::Axis { axis: 0, value: 2, parent: 2 });
    assert_eq!(error(&[0, 1, 2], &[0, 0], &[1; 3], &[1; 3]), SpaceError::Rank { rank: 3, parent: 2 });
    assert_eq!(
        error(&[0], &[0, 0], &[0], &[1]),
        SpaceError::Below { vector: "refinement", axis: 0, value: 0 }
    );
    assert_eq!(error(&[0], &[0], &[1], &[1]), SpaceError::Length { vector: "origin", expected: 2, found: 1 });
    assert!(plane.child(&[0, 1], &[0, 0], &[2, 1], &[1, 3]).is_ok());
    assert!(TensorSpace::new(plane, &[3, 0]).is_err());
}
