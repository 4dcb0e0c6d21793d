import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '@dragoman/contract'
import { problemOf } from './problem.ts'

/** Answers a request for an unknown host name: 421, with the setting that would change that. */
export function refuseHost(request: IncomingMessage, response: ServerResponse, host: string): void {
  const detail = `This server does not answer to this host name. Set DRAGOMAN_URL to the address that people use, such as https://${SHOWN_HOST}.`
  const isPage = request.headers.accept?.includes('text/html') ?? false
  const body = isPage
    ? `${detail}\n`
    : JSON.stringify({ ...problemOf(new Failure('unknown-host', { host: host.slice(0, 255) })), detail })
  response.writeHead(421, {
    'Content-Type': isPage ? 'text/plain; charset=utf-8' : 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const SHOWN_HOST = 'l10n.example.com'
