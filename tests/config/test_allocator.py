import platform
import subprocess
import sys

import pytest

ARENAS_OF_THREADS = """
import config, ctypes, sys, threading
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.fopen.restype = ctypes.c_void_p, ctypes.c_void_p
together = threading.Barrier(6)

def take():
    together.wait()
    libc.malloc(1000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(6)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
out = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
libc.malloc_info(0, out)
libc.fclose(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives threads arenas of their own")
def test_all_threads_of_a_process_take_memory_from_one_place(tmp_path):
    subprocess.run([sys.executable, "-c", ARENAS_OF_THREADS, tmp_path / "info.xml"], check=True)
    assert (tmp_path / "info.xml").read_text().count("<heap nr=") == 1
