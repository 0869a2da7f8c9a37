// The health check of the image: exit code 0 where /healthz answers in time. It asks the port of the bot and push, or that
// of the rate service where the container runs nothing else.
const { ROLES = '', PORT = '8080', SERVICE_PORT = '8081' } = process.env
const ANSWER_MS_MAX = 4_000

const port = ROLES.trim() === 'service' ? SERVICE_PORT : PORT
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
process.exit(answer.ok ? 0 : 1)
