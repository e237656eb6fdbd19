"""The compile cache of one test session: the programs under test share it, the user's is left alone."""

import atexit
import shutil
import tempfile

CACHE_DIR = tempfile.mkdtemp(prefix="rung-tests-")
atexit.register(shutil.rmtree, CACHE_DIR, ignore_errors=True)
