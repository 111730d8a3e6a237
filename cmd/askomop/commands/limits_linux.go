package commands

import "C" // limits_linux.c runs before everything else
