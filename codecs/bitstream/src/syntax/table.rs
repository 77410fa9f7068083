//! The macro that declares syntax tables.

/// Declares a syntax table as the standards print it: one line for each syntax element, with its descriptor and the range of
/// its values, under the conditions that it depends on.
///
/// ```
/// use unite_bitstream::syntax;
/// use unite_bitstream::syntax::{BitCount, BitReader, Reader, Writer};
///
/// syntax! {
///     /// What stands at the beginning. `sizes` says how many bits a size has.
///     #[derive(Copy)]
///     pub struct Header / header(sizes: u32) {
///         kind: u(2) in 0..=2;
///         if (kind == 1) {
///             width: u(sizes) in 1..=255;
///             height: u(sizes) in 1..=255;
///         } else {
///             count: ue() in 0..=2;
///             for (i in 0..count) {
///                 offset[i; 2]: se() in -100..=100;
///             }
///         }
///     }
/// }
///
/// let mut header = Header { kind: 2, count: 2, offset: [-1, 3], ..Header::default() };
/// let mut count = BitCount::default();
/// let Ok(()) = header.code(&mut Writer(&mut count), 8);
/// assert_eq!(count.bits(), 2 + 3 + 3 + 5);
///
/// let mut read = Header::default();
/// read.code(&mut Reader(&mut BitReader::new(&[0b1001_1011, 0b0011_0000])), 8)?;
/// assert_eq!(read, header);
/// # Ok::<(), unite_bitstream::syntax::ReadError>(())
/// ```
///
/// Descriptors are `u(n)`, `ue()`, `se()`, `te(largest)`, `me(table)` and `ae(element)`. A second one after `|` is for coders
/// that are [arithmetic](crate::syntax::Coder::ARITHMETIC). `name[i; n]: ..` is the element `i` of `n`, and
/// `table name: Type(arguments);` another table, and `again name: ..`
/// an element that stands in a second place, under another condition. Elements that were coded are variables in conditions, and so are the
/// parameters of the table. `name[i; ..]: ..` is the element `i` of as many as there are, a list:
///
/// ```
/// use unite_bitstream::syntax;
/// use unite_bitstream::syntax::{BitReader, Reader};
///
/// syntax! {
///     /// Bytes, and how many there are.
///     pub struct Text / text() {
///         length: u(8) in 0..=255;
///         for (i in 0..length) {
///             byte[i; ..]: u(8) in 0..=255;
///         }
///     }
/// }
///
/// let mut text = Text::default();
/// text.code(&mut Reader(&mut BitReader::new(&[2, 72, 105])))?;
/// assert_eq!(text.byte, [72, 105]);
/// # Ok::<(), unite_bitstream::syntax::ReadError>(())
/// ```
#[macro_export]
macro_rules! syntax {
    ($(#[$meta:meta])* $vis:vis struct $table:ident / $label:ident($($parameter:ident: $type:ty),*) { $($body:tt)* }) => {
        $crate::syntax_fields! { [$(#[$meta])*] [$vis] $table [] $($body)* }

        impl $table {
            /// Follows the table with a coder.
            ///
            /// # Errors
            /// If the coder reads, and an element is not there or out of range.
            #[allow(unused_assignments, unused_variables, unused_mut, clippy::too_many_arguments)]
            $vis fn code<C: $crate::syntax::Coder>(
                &mut self,
                coder: &mut C,
                $($parameter: $type),*
            ) -> Result<(), C::Error> {
                coder.begin(concat!(stringify!($label), "()"));
                $crate::syntax_locals! { self $($body)* }
                $crate::syntax_code! { self coder C $($body)* }
                coder.end();
                Ok(())
            }
        }
    };
}

/// The struct of a syntax table: its fields, whatever conditions they are under.
#[doc(hidden)]
#[macro_export]
macro_rules! syntax_fields {
    ([$($meta:tt)*] [$vis:vis] $table:ident [$($fields:tt)*]) => {
        $($meta)*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        $vis struct $table { $($fields)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] if ($($c:tt)*) { $($a:tt)* } else { $($b:tt)* } $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*] $($a)* $($b)* $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] if ($($c:tt)*) { $($a:tt)* } $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*] $($a)* $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] for ($($c:tt)*) { $($a:tt)* } $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*] $($a)* $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] again $name:ident : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*] $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] table $name:ident: $ty:ident($($arg:tt)*); $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*
            #[doc = concat!("`", stringify!($name), "()`.")] pub $name: $ty,] $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] $name:ident [$i:expr; ..] : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*
            #[doc = concat!("`", stringify!($name), "`, each in `", stringify!($range), "`.")] pub $name: Vec<i64>,] $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] $name:ident [$i:expr; $n:expr] : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*
            #[doc = concat!("`", stringify!($name), "`, in `", stringify!($range), "`.")] pub $name: [i64; $n],] $($rest)* }
    };
    ($m:tt $v:tt $t:ident [$($f:tt)*] $name:ident : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $crate::syntax_fields! { $m $v $t [$($f)*
            #[doc = concat!("`", stringify!($name), "`, in `", stringify!($range), "`.")] pub $name: i64,] $($rest)* }
    };
}

/// A variable for each element of a syntax table, for conditions.
#[doc(hidden)]
#[macro_export]
macro_rules! syntax_locals {
    ($self:ident) => {};
    ($self:ident if ($($c:tt)*) { $($a:tt)* } else { $($b:tt)* } $($rest:tt)*) => {
        $crate::syntax_locals! { $self $($a)* $($b)* $($rest)* }
    };
    ($self:ident if ($($c:tt)*) { $($a:tt)* } $($rest:tt)*) => {
        $crate::syntax_locals! { $self $($a)* $($rest)* }
    };
    ($self:ident for ($($c:tt)*) { $($a:tt)* } $($rest:tt)*) => {
        $crate::syntax_locals! { $self $($a)* $($rest)* }
    };
    ($self:ident again $name:ident : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $crate::syntax_locals! { $self $($rest)* }
    };
    ($self:ident table $name:ident: $ty:ident($($arg:tt)*); $($rest:tt)*) => {
        $crate::syntax_locals! { $self $($rest)* }
    };
    ($self:ident $name:ident [$i:expr; ..] : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $crate::syntax_locals! { $self $($rest)* }
    };
    ($self:ident $name:ident [$i:expr; $n:expr] : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        let mut $name = $self.$name;
        $crate::syntax_locals! { $self $($rest)* }
    };
    ($self:ident $name:ident : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        let mut $name = $self.$name;
        $crate::syntax_locals! { $self $($rest)* }
    };
}

/// The statements of a syntax table.
#[doc(hidden)]
#[macro_export]
macro_rules! syntax_code {
    ($self:ident $coder:ident $C:ident) => {};
    ($self:ident $coder:ident $C:ident if ($c:expr) { $($a:tt)* } else { $($b:tt)* } $($rest:tt)*) => {
        if $c {
            $crate::syntax_code! { $self $coder $C $($a)* }
        } else {
            $crate::syntax_code! { $self $coder $C $($b)* }
        }
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident if ($c:expr) { $($a:tt)* } $($rest:tt)*) => {
        if $c {
            $crate::syntax_code! { $self $coder $C $($a)* }
        }
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident for ($i:ident in $r:expr) { $($a:tt)* } $($rest:tt)*) => {
        for $i in $r {
            $crate::syntax_code! { $self $coder $C $($a)* }
        }
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident again $($rest:tt)*) => {
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident table $name:ident: $ty:ident($($arg:tt)*); $($rest:tt)*) => {
        $self.$name.code($coder, $($arg)*)?;
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident $name:ident [$i:expr; ..] : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        let at = $i as usize;
        if $self.$name.len() <= at {
            $self.$name.resize(at + 1, 0);
        }
        $self.$name[at] = $crate::syntax::Coder::element(
            $coder,
            stringify!($name),
            $crate::syntax_descriptor!($C $d($($arg)*) $(| $e($($arg2)*))?),
            $range,
            $self.$name[at],
        )?;
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident $name:ident [$i:expr; $n:expr] : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $name[$i as usize] = $crate::syntax::Coder::element(
            $coder,
            stringify!($name),
            $crate::syntax_descriptor!($C $d($($arg)*) $(| $e($($arg2)*))?),
            $range,
            $name[$i as usize],
        )?;
        $self.$name[$i as usize] = $name[$i as usize];
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
    ($self:ident $coder:ident $C:ident $name:ident : $d:ident($($arg:tt)*) $(| $e:ident($($arg2:tt)*))? in $range:expr; $($rest:tt)*) => {
        $name = $crate::syntax::Coder::element(
            $coder,
            stringify!($name),
            $crate::syntax_descriptor!($C $d($($arg)*) $(| $e($($arg2)*))?),
            $range,
            $name,
        )?;
        $self.$name = $name;
        $crate::syntax_code! { $self $coder $C $($rest)* }
    };
}

/// The descriptor of an element.
#[doc(hidden)]
#[macro_export]
macro_rules! syntax_descriptor {
    ($C:ident $d:ident($($arg:tt)*) | $e:ident($($arg2:tt)*)) => {
        if <$C as $crate::syntax::Coder>::ARITHMETIC {
            $crate::syntax_descriptor!($C $e($($arg2)*))
        } else {
            $crate::syntax_descriptor!($C $d($($arg)*))
        }
    };
    ($C:ident u($n:expr)) => { $crate::syntax::Descriptor::U(($n) as u32) };
    ($C:ident f($n:expr)) => { $crate::syntax::Descriptor::U(($n) as u32) };
    ($C:ident ue()) => { $crate::syntax::Descriptor::Ue };
    ($C:ident se()) => { $crate::syntax::Descriptor::Se };
    ($C:ident te($max:expr)) => { $crate::syntax::Descriptor::Te($max) };
    ($C:ident me($table:expr)) => { $crate::syntax::Descriptor::Me($table) };
    ($C:ident ae($element:expr)) => { $crate::syntax::Descriptor::Ae($element) };
}
