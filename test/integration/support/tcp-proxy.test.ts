import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

describe('the proxy of bad links', () => {
  let echo: Server
  let proxy: TcpProxy
  const sockets: Socket[] = []

  beforeEach(async () => {
    echo = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {}).pipe(socket)
    })
    echo.listen(0, '127.0.0.1')
    await once(echo, 'listening')
    proxy = await startTcpProxy(`redis://127.0.0.1:${(echo.address() as AddressInfo).port}`)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await proxy.stop()
    echo.close()
  })

  /** A client that notes what it hears, in which pieces, and how it ends. */
  async function dial() {
    const socket = connect(proxy.port, '127.0.0.1')
    sockets.push(socket)
    const pieces: string[] = []
    const heard = { pieces, text: () => pieces.join(''), error: '', isEnded: false, socket }
    socket.on('data', (chunk) => pieces.push(String(chunk)))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      heard.error = error.code ?? ''
    })
    socket.on('end', () => {
      heard.isEnded = true
    })
    await once(socket, 'connect').catch(() => {})
    return heard
  }

  it('keeps bytes for its latency both ways, in their order', async () => {
    proxy.behave({ latencyMs: 50 })
    const client = await dial()
    const startedAt = performance.now()
    client.socket.write('one ')
    client.socket.write('two')
    await expect.poll(client.text).toBe('one two')
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99)
  })

  it('cuts bytes into slices', async () => {
    const client = await dial()
    proxy.behave({ sliceBytes: 3 })
    // A busy machine joins slices that wait.
    await expect
      .poll(async () => {
        const before = client.text()
        client.socket.write('abcdefgh')
        await expect.poll(client.text).toBe(`${before}abcdefgh`)
        return client.pieces.some((piece) => piece.length < 8)
      })
      .toBe(true)
  })

  it('loses half-open connections for good, and serves new ones once it is mended', async () => {
    const old = await dial()
    old.socket.write('before')
    await expect.poll(old.text).toBe('before')
    proxy.behave({ isHalfOpen: true })
    const during = await dial()
    during.socket.write('lost')
    await proxy.mend()
    old.socket.write('lost too')
    const next = await dial()
    next.socket.write('after')
    await expect.poll(next.text).toBe('after')
    expect([old.text(), during.text(), old.error, old.isEnded]).toEqual(['before', '', '', false])
  })

  it('resets connections, refuses new ones, and accepts again on the same port', async () => {
    const client = await dial()
    await expect.poll(proxy.connections).toBe(1)
    proxy.reset()
    await expect.poll(() => client.error).toBe('ECONNRESET')
    await proxy.refuse()
    expect((await dial()).error).toBe('ECONNREFUSED')
    await proxy.mend()
    const next = await dial()
    next.socket.write('again')
    await expect.poll(next.text).toBe('again')
  })
})
