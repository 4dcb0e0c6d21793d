import { describe, expect, it } from 'vitest'
import { readSimpleRequest } from './read-simple-request.ts'

const read = (text: string) => readSimpleRequest(Buffer.from(text, 'latin1'))
const request = (line: string, ...headers: readonly string[]) =>
  read([line, 'Host: localhost', ...headers, '', ''].join('\r\n'))
const PATH = '/d/shop/live/locales/de/app.json'

describe('readSimpleRequest', () => {
  it('reads what apps send', () => {
    expect(request(`GET ${PATH} HTTP/1.1`)).toEqual({
      path: PATH,
      headers: {
        host: 'localhost',
        forwardedHost: undefined,
        acceptEncoding: undefined,
        ifNoneMatch: undefined,
      },
    })
    expect(
      request(
        `GET ${PATH}?v=1 HTTP/1.1`,
        'accept-encoding: gzip, br',
        'If-None-Match:"a-b" ',
        'Connection: keep-alive',
        'X-Forwarded-Host: shop.example',
      ),
    ).toEqual({
      path: PATH,
      headers: {
        host: 'localhost',
        forwardedHost: 'shop.example',
        acceptEncoding: 'gzip, br',
        ifNoneMatch: '"a-b"',
      },
    })
  })

  it('reads the same head again', () => {
    const once = request(`GET ${PATH} HTTP/1.1`, 'Accept-Encoding: br')
    expect(request(`GET ${PATH} HTTP/1.1`, 'Accept-Encoding: br')).toEqual(once)
  })

  it.each([
    ['another method', `POST ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['HEAD', `HEAD ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['another place', 'GET /api/projects HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an older version', `GET ${PATH} HTTP/1.0\r\nHost: a\r\n\r\n`],
    ['no version', `GET ${PATH}\r\nHost: a\r\n\r\n`],
    ['a space in the target', 'GET /d/a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a byte beyond ASCII in the target', 'GET /d/\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['half a head', `GET ${PATH} HTTP/1.1\r\nHost: a\r\n`],
    [
      'two requests at once',
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\nGET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ],
    ['bytes after the head', `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\nx`],
    ['no host', `GET ${PATH} HTTP/1.1\r\nAccept: a\r\n\r\n`],
    ['no header', `GET ${PATH} HTTP/1.1\r\n\r\n`],
    ['two hosts', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['a body', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n`],
    ['a chunked body', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['the end of the connection', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ['an upgrade', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n`],
    ['a folded header', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n`],
    ['a space before the colon', `GET ${PATH} HTTP/1.1\r\nHost : a\r\n\r\n`],
    ['a line without colon', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n`],
    ['a lone line feed', `GET ${PATH} HTTP/1.1\r\nHost: a\nX: b\r\n\r\n`],
    ['a control character', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n`],
    [
      'the same condition twice',
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nIf-None-Match: "a"\r\nIf-None-Match: "b"\r\n\r\n`,
    ],
    ['a head of more than 8 kB', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9000)}\r\n\r\n`],
  ])('leaves %s to Node', (_, text) => {
    expect(read(text)).toBeNull()
  })
})
