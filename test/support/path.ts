import { delimiter, dirname } from 'node:path'
import { trustedPath } from '../../src/runtime/trusted-path.ts'

/** Tests look Redis up on the trusted PATH, and start programs by the Node that runs them: that of npm's folders is left out. */
process.env.PATH = [dirname(process.execPath), trustedPath(process.env.PATH)].join(delimiter)
