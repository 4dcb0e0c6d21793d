/** The figures of the process in Prometheus' text format. */
export function metricsText({
  requests,
  figures,
}: {
  readonly requests: ReadonlyMap<number, number>
  readonly figures: ReadonlyMap<string, number>
}): string {
  const lines = ['# TYPE dragoman_http_requests_total counter']
  for (const [status, count] of requests)
    lines.push(`dragoman_http_requests_total{status="${status}"} ${count}`)
  const { rss, heapUsed } = process.memoryUsage()
  const all = new Map([
    ...figures,
    ['resident_memory_bytes', rss],
    ['heap_used_bytes', heapUsed],
    ['uptime_seconds', Math.round(process.uptime())],
  ])
  for (const [name, value] of all) {
    lines.push(
      `# TYPE dragoman_${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      `dragoman_${name} ${value}`,
    )
  }
  return `${lines.join('\n')}\n`
}
