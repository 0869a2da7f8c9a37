// Loads every module of the program while the image is built, and writes what Node compiled into NODE_COMPILE_CACHE.
import { flushCompileCache } from 'node:module'

const root = new URL('../../src/', import.meta.url)
for (const module of ['compose.ts', 'cli/commands.ts']) await import(new URL(module, root))
flushCompileCache()
process.exit()
