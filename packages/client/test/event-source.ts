import { type ClientRequest, get, type IncomingMessage } from 'node:http'

/**
 * `EventSource` as in browsers, which neither Node nor happy-dom has: it reconnects automatically after a
 * broken connection, with the last event id, and gives up if the server refuses.
 */
export class HttpEventSource {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = HttpEventSource.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((message: { readonly data: string; readonly lastEventId: string }) => void) | null = null
  onerror: (() => void) | null = null
  private readonly url: URL
  private request: ClientRequest | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private retryMs = 3000
  private lastEventId = ''

  constructor(url: string) {
    this.url = new URL(url, location.href)
    this.connect()
  }

  close(): void {
    this.readyState = HttpEventSource.CLOSED
    clearTimeout(this.timer)
    this.request?.destroy()
  }

  private connect(): void {
    const headers = this.lastEventId === '' ? {} : { 'last-event-id': this.lastEventId }
    this.request = get(this.url, { headers, agent: false }, (reply) => this.read(reply))
    this.request.on('error', () => this.comeBack())
  }

  private read(reply: IncomingMessage): void {
    if (reply.statusCode !== 200) {
      this.close()
      this.onerror?.()
      return
    }
    this.readyState = HttpEventSource.OPEN
    this.onopen?.()
    let text = ''
    reply.setEncoding('utf8')
    reply.on('data', (piece: string) => {
      text += piece
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        this.take(text.slice(0, end))
        text = text.slice(end + 2)
      }
    })
    reply.on('close', () => this.comeBack())
    reply.on('error', () => {}) // `close` follows
  }

  private take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w*: /, '')]))
    this.lastEventId = fields.get('id') ?? this.lastEventId
    this.retryMs = Number(fields.get('retry') ?? this.retryMs)
    const data = fields.get('data')
    if (data !== undefined) this.onmessage?.({ data, lastEventId: this.lastEventId })
  }

  private comeBack(): void {
    if (this.readyState === HttpEventSource.CLOSED) return
    if (this.readyState === HttpEventSource.OPEN || this.timer === undefined) this.onerror?.()
    this.readyState = HttpEventSource.CONNECTING
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), this.retryMs)
  }
}
