"""For MicroPython with the stand-in: runs one function of one of these modules. Its name and the function's come in."""

import sys

module, function = sys.argv[1:]
getattr(__import__(module), function)()
print("right")
