import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

export type Load = {
  readonly url: string
  readonly core: number
  readonly seconds: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Returns the requests per second of `wrk` with 64 connections on one core. Any failed response is an error,
 * not a figure.
 */
export function runLoad({ url, core, seconds, headers }: Load): number {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const run = spawnSync(
    'taskset',
    ['-c', String(core), 'wrk', '-t1', '-c64', `-d${seconds}s`, ...flags, url],
    { encoding: 'utf8' },
  )
  return rateOf(url, `${run.stdout}${run.stderr}`)
}

/** Like `runLoad` for several URLs in parallel, each with its own `wrk` on any core; returns the sum. */
export async function runLoads(
  urls: readonly string[],
  { seconds, headers }: Pick<Load, 'seconds' | 'headers'>,
): Promise<number> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const rates = await Promise.all(
    urls.map(async (url) => {
      const { stdout } = await promisify(execFile)('wrk', ['-t1', '-c32', `-d${seconds}s`, ...flags, url])
      return rateOf(url, stdout)
    }),
  )
  return rates.reduce((sum, rate) => sum + rate, 0)
}

function rateOf(url: string, printed: string): number {
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]
  if (rate === undefined || /Non-2xx or 3xx|Socket errors/.test(printed))
    throw new Error(`wrk on ${url}:\n${printed}`)
  return Number(rate)
}
