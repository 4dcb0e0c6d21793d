import { spawnSync } from 'node:child_process'

export type Load = {
  readonly url: string
  readonly core: number
  readonly seconds: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Requests a second that `wrk` gets answered over 64 connections from one core. Any failed answer is an
 * error, not a figure.
 */
export function runLoad({ url, core, seconds, headers }: Load): number {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const run = spawnSync(
    'taskset',
    ['-c', String(core), 'wrk', '-t1', '-c64', `-d${seconds}s`, ...flags, url],
    { encoding: 'utf8' },
  )
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(run.stdout)?.[1]
  if (rate === undefined || /Non-2xx or 3xx|Socket errors/.test(run.stdout))
    throw new Error(`wrk on ${url}:\n${run.stdout}${run.stderr}`)
  return Number(rate)
}
