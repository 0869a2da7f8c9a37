/** Run under the preload: makes the requests of its argument (JSON) as the program does, and prints the answers. */
import { request } from 'undici'
import { createAddressGuard } from '../../../src/service/address-guard.ts'
import { createAgents } from '../../../src/service/sources/connect/agents.ts'

interface Visit {
  readonly url: string
  readonly method?: 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const visits: readonly Visit[] = JSON.parse(process.argv[2] ?? '[]')
const agents = createAgents({ guard: createAddressGuard() })

async function visit({ url, ...options }: Visit): Promise<string> {
  try {
    const { statusCode, body } = await request(url, { ...options, dispatcher: agents.open })
    return `${statusCode} ${await body.text()}`
  } catch (error) {
    return String(error)
  }
}

const answers: string[] = []
for (const one of visits) answers.push(await visit(one))
process.stdout.write(JSON.stringify(answers))
await agents.close()
