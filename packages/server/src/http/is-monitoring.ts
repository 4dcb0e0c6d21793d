import type { IncomingMessage } from 'node:http'
import { isBearer } from './bearer.ts'

const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/health/live', '/health/ready'])

/**
 * Whether a request only monitors this process: a health check, or metrics with their token. Load balancers and
 * Prometheus call each process by the name of its machine, which is no address that people use. Therefore these
 * are answered for every host name: a health check reveals nothing, and a page of a rebound name has no token.
 */
export function isMonitoring(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  metricsToken: string | null,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (HEALTH_CHECKS.has(url)) return true
  return url === '/metrics' && metricsToken !== null && isBearer(headers.authorization, metricsToken)
}
