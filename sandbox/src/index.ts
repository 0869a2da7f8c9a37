export type { Controls } from './chat-api/control-api.ts'
export { createSandbox, type SandboxOptions } from './sandbox.ts'
export { parseHtml } from './text.ts'
export { type FloodLimits, TELEGRAM_LIMITS } from './traffic/flood.ts'
export {
  ANA,
  BASIC_GROUP_ID,
  CHANNEL_ID,
  EMMA,
  FORUM_ID,
  GROUP_ID,
  LUIS,
  type Person,
} from './world/cast.ts'
