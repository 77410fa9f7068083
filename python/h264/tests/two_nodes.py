"""A clip encoded on two nodes of Ray, one of which is killed halfway: the file is that of one process.

    python tests/two_nodes.py

Without ray it says so and ends.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

try:
    import psutil
    import ray
    from ray._private.node import Node
    from ray.cluster_utils import Cluster
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed")
    sys.exit(0)

import numpy as np

EXAMPLES = str(Path(__file__).parent.parent / "examples")
sys.path.insert(0, EXAMPLES)
import encode_clip  # noqa: E402

# Of this machine alone; 127.0.0.1 itself Ray takes for the address that others see.
HEAD, FIRST, SECOND = "127.0.0.2", "127.0.0.3", "127.0.0.4"
WIDTH, HEIGHT, FRAMES = 352, 288, 480


def write_clip(path: Path) -> None:
    """Waves that move, with some noise."""
    random = np.random.default_rng(1)
    noise = random.normal(0, 3, (HEIGHT + 64, WIDTH + 64))
    with path.open("wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F30:1 C420\n" % (WIDTH, HEIGHT))
        for number in range(FRAMES):
            file.write(b"FRAME\n")
            for scale in (1, 2, 2):
                y, x = np.mgrid[0 : HEIGHT // scale, 0 : WIDTH // scale] * scale
                dy, dx = random.integers(0, 64, 2)
                grain = noise[dy : dy + HEIGHT // scale, dx : dx + WIDTH // scale]
                waves = 128 + 70 * np.sin((x + 3 * number) / 19) * np.cos((y - number) / 13) + grain
                file.write(waves.clip(0, 255).astype(np.uint8).tobytes())


def processor_seconds(node: Node) -> float:
    """What the processes of a node have used."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    return sum(sum(process.cpu_times()[:2]) for process in [raylet, *raylet.children(recursive=True)])


def main() -> int:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - started:6.1f} s  {what}", flush=True)

    with tempfile.TemporaryDirectory(prefix="clip-") as temporary:
        clip, by_one, by_two = (Path(temporary) / name for name in ("clip.y4m", "one.mp4", "two.mp4"))
        write_clip(clip)
        settings = ["--keyint", "8", "--groups", "3", "--preset", "slow"]
        encode_clip.main([str(clip), str(by_one), *settings])
        say(f"{FRAMES} frames of {WIDTH}x{HEIGHT} by one process: {by_one.stat().st_size} bytes")

        head = {"num_cpus": 0, "include_dashboard": False, "node_ip_address": HEAD}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        cluster.add_node(num_cpus=1, node_ip_address=FIRST)
        second = cluster.add_node(num_cpus=1, node_ip_address=SECOND)
        cluster.wait_for_nodes()
        environment = {"env_vars": {"PYTHONPATH": os.pathsep.join([EXAMPLES, *sys.path])}}
        ray.init(cluster.address, _node_ip_address=HEAD, runtime_env=environment, logging_level="error", log_to_driver=False)
        say("two nodes")
        at_rest = processor_seconds(second)
        done = threading.Event()
        killed: list[bool] = []

        def kill() -> None:
            while not done.is_set():
                used = processor_seconds(second) - at_rest
                # Loading Ray takes a second or two of it.
                if used > 4:
                    cluster.remove_node(second, allow_graceful=False)
                    killed.append(not done.is_set())
                    say(f"killed a node that had used {used:.1f} s of a processor")
                    return
                time.sleep(0.05)

        watch = threading.Thread(target=kill)
        watch.start()
        encode_clip.main([str(clip), str(by_two), *settings, "--ray", cluster.address])
        done.set()
        watch.join()
        say(f"by two: {by_two.stat().st_size} bytes")
        assert killed == [True], "no node was killed while it worked"
        ray.shutdown()
        cluster.shutdown()
        assert by_one.read_bytes() == by_two.read_bytes(), "the files differ"
        say("both files are the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
