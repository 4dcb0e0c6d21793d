import { once } from 'node:events'
import net from 'node:net'

/** A connection on which a test decides what is sent, and when anything is read. */
export type RawConnection = {
  readonly send: (bytes: string | Buffer) => Promise<void>
  /** Reads the next answer, whose length its head must say; null if the connection ended or broke before. */
  readonly answer: () => Promise<{
    readonly status: number
    readonly head: string
    readonly body: string
  } | null>
  /** Resolves when the server has closed its side, or the connection broke. */
  readonly over: Promise<'ended' | 'broken'>
  readonly end: () => void
  readonly close: () => void
}

/** Reads nothing until `answer` is called, like clients that send a whole request first. */
export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let text = ''
  let isOver = false
  let wake = () => {}
  const over = new Promise<'ended' | 'broken'>((resolve) => {
    const finish = (how: 'ended' | 'broken') => {
      isOver = true
      wake()
      resolve(how)
    }
    socket.once('end', () => finish('ended'))
    socket.on('error', () => finish('broken'))
    socket.once('close', () => finish('broken'))
  })
  return {
    over,
    async send(bytes) {
      if (socket.destroyed || socket.write(bytes)) return
      await Promise.race([once(socket, 'drain'), over])
    },
    async answer() {
      if (socket.listenerCount('data') === 0)
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1')
          wake()
        })
      for (;;) {
        const cut = text.indexOf('\r\n\r\n') + 4
        const head = text.slice(0, Math.max(cut - 2, 0))
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? []
        const [, length] = /^Content-Length: (\d+)\r$/im.exec(head) ?? []
        const end = cut + Number(length)
        if (cut > 3 && text.length >= end) {
          const body = text.slice(cut, end)
          text = text.slice(end)
          return { status: Number(status), head, body }
        }
        if (isOver) return null
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    end: () => void socket.end(),
    close: () => void socket.destroy(),
  }
}
