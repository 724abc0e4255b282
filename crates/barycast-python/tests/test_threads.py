"""Threads, forks, signals and progress."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from conftest import ball_mesh

import barycast as bc

LARGE = 20_000
# Seconds after which a process hangs. A busy machine may take a minute to start one.
HUNG = 600


def answer_in_child(mesh, points):
    return mesh.closest(points).distance.sum()


def python(code, **options):
    """Runs code in a new interpreter."""
    path = os.pathsep.join(sys.path)
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=HUNG,
        **options,
    )


def test_importing_starts_no_thread_and_loads_only_numpy():
    code = (
        "import sys, numpy; before = set(sys.modules)\n"
        "import barycast, threading, os\n"
        "print(threading.active_count(), len(os.listdir('/proc/self/task')))\n"
        "print(sorted({name.split('.')[0] for name in set(sys.modules) - before if not name.startswith('_')}))"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr
    counts, modules = done.stdout.splitlines()
    assert counts.split()[0] == "1"
    tasks = int(python("import numpy, os; print(len(os.listdir('/proc/self/task')))").stdout)
    assert int(counts.split()[1]) == tasks
    assert "barycast" in modules and "trimesh" not in modules and "open3d" not in modules


def test_small_batches_start_no_thread(cube):
    code = (
        "import numpy, os\n"
        "import barycast as bc\n"
        "bc.set_num_threads(1)\n"
        "mesh = bc.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "mesh.cast(numpy.ones((100, 6))), mesh.closest(numpy.ones((100, 3)))\n"
        "mesh.cast_all(numpy.ones((10000, 6))), mesh.any_hit(numpy.ones((10000, 6)))\n"
        "bc.query_lines(['{}'] * 5)\n"
        "print(len(os.listdir('/proc/self/task')) - before)"
    )
    done = python(code)
    assert done.stdout == "0\n", done


def test_answers_do_not_depend_on_threads(ball, rng):
    rays, points = rng.normal(size=(LARGE, 6)), rng.normal(size=(LARGE, 3))
    answers = []
    for n in (1, 2, 7):
        with bc.threads(n):
            assert bc.get_num_threads() == n
            answers.append((ball.cast(rays), ball.cast_all(rays), ball.closest(points)))
    assert answers[0] == answers[1] == answers[2]
    cut = [ball.cast(part).t for part in np.array_split(rays, 13)]
    assert np.array_equal(np.concatenate(cut), answers[0][0].t)


def test_bad_numbers_of_threads():
    for n in (0, -1, 10**6, 10**30):
        with pytest.raises(bc.OptionError, match="n must be from 1 to 1024"):
            bc.set_num_threads(n)
    with pytest.raises(TypeError):
        bc.set_num_threads("many")
    code = "import barycast; print(barycast.get_num_threads())"
    os.environ["BARYCAST_NUM_THREADS"] = "3"
    try:
        assert python(code).stdout == "3\n"
    finally:
        del os.environ["BARYCAST_NUM_THREADS"]


def wait_for(child):
    end = time.monotonic() + HUNG
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung"


def child_exit(work):
    """Forks, runs `work` in the child, and returns its exit code."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    return wait_for(child)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_answers(ball, rng):
    points = rng.normal(size=(LARGE, 3))
    with bc.threads(2):
        expected = ball.closest(points).distance
        for _ in range(3):
            assert child_exit(lambda: np.array_equal(ball.closest(points).distance, expected)) == 0
        # A child of a child, after its own batch.
        def nested():
            ball.closest(points)
            return child_exit(lambda: np.array_equal(ball.closest(points).distance, expected)) == 0

        assert child_exit(nested) == 0
        assert np.array_equal(ball.closest(points).distance, expected)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_while_another_thread_asks(ball, rng):
    points = rng.normal(size=(LARGE, 3))
    with bc.threads(2):
        expected = ball.closest(points).distance
        stop = threading.Event()

        def ask():
            while not stop.is_set():
                ball.closest(points)

        other = threading.Thread(target=ask)
        other.start()
        try:
            for _ in range(5):
                assert child_exit(lambda: np.array_equal(ball.closest(points).distance, expected)) == 0
        finally:
            stop.set()
            other.join()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_process_pools(ball, rng, method):
    points = rng.normal(size=(LARGE, 3))
    expected = answer_in_child(ball, points)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        answers = [pool.submit(answer_in_child, ball, points) for _ in range(3)]
        assert all(answer.result(timeout=HUNG) == expected for answer in answers)


def test_other_threads_run_meanwhile(ball, rng):
    rays = rng.normal(size=(400_000, 6))
    counted = []

    def count(seconds):
        start, steps = time.monotonic(), 0
        while time.monotonic() < start + seconds:
            steps += 1
        counted.append(steps / seconds)

    with bc.threads(1):
        count(0.2)
        other = threading.Thread(target=count, args=(0.5,))
        other.start()
        while other.is_alive():
            ball.cast(rays)
        other.join()
    # Busy machines are slow, but a loop that waits for the interpreter stands still.
    assert counted[1] > counted[0] / 20


INTERRUPTED = """
import os, signal, threading, time, sys
import numpy as np
import barycast as bc
sys.path.insert(0, {tests!r})
from conftest import ball_mesh
mesh = bc.Mesh(*ball_mesh(60, 120))
points = np.random.default_rng(1).normal(size=(1_000_000, 3))
large = ball_mesh(600, 1000)
low = points[:200_000] * 30
boxes = np.stack([low, low + 2], axis=1)
balls = bc.many("sphere", center=points, radius=0.1)
checker = bc.PoseChecker([mesh, bc.sphere((0, 0, 0), 1)], [mesh])
poses = np.tile(np.eye(4), (20_000, 2, 1, 1))
poses[..., :3, 3] = points[:40_000].reshape(-1, 2, 3)
bc.set_num_threads({threads})
# Shells let programs in the background ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
sent = []
def send():
    time.sleep(0.3)
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    while True:
        {work}
except KeyboardInterrupt:
    print(time.process_time() - sent[0])
assert mesh.closest([0, 0, 3]).distance == 2
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "work",
    [
        "mesh.closest(points)",
        "mesh.cast(points, points)",
        "bc.Mesh(*large)",
        "bc.Scene([mesh]).signed_distance(points)",
        "bc.distance(balls, mesh)",
        "bc.pairs(boxes)",
        "checker.distance(poses)",
    ],
)
def test_interrupts(work, threads):
    tests = os.path.dirname(__file__)
    done = python(INTERRUPTED.format(tests=tests, threads=threads, work=work))
    assert done.returncode == 0, done.stderr
    # Seconds of the processors, which do not depend on what else the machine does.
    assert float(done.stdout) < 5


def test_progress(ball, rng):
    points = rng.normal(size=(300_000, 3))
    for n in (1, 2):
        with bc.threads(n):
            shares = []
            ball.closest(points, progress=shares.append)
            assert shares == sorted(shares) and shares[-1] == 1 and all(0 <= share <= 1 for share in shares)
            with pytest.raises(bc.Stopped):
                ball.closest(points, progress=lambda share: False)

            def broken(share):
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                ball.closest(points, progress=broken)
            with pytest.raises(ZeroDivisionError):
                bc.Mesh(*ball_mesh(100, 200), progress=broken)
            assert ball.closest([0, 0, 3]).distance == 2


def test_many_threads_share_meshes(ball, rng):
    points = rng.normal(size=(5000, 3))
    expected = ball.closest(points).distance
    failed = []

    def ask():
        for _ in range(5):
            own = bc.Mesh(*ball_mesh())
            for mesh in (own, ball):
                if not np.array_equal(mesh.closest(points).distance, expected) or not mesh.is_closed:
                    failed.append(mesh)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failed


def test_a_mesh_dropped_while_it_is_asked(rng):
    meshes = [bc.Mesh(*ball_mesh())]
    points = rng.normal(size=(200_000, 3))
    answers = []
    thread = threading.Thread(target=lambda: answers.append(meshes[0].closest(points)))
    thread.start()
    time.sleep(0.01)
    meshes.clear()
    thread.join()
    assert answers and np.isfinite(answers[0].distance).all()
