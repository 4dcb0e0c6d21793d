import { readFileSync } from 'node:fs'
import os from 'node:os'

/** Options of Node.js that the server is started with, as by `npm start`. */
export const START_OPTIONS = ['--max-semi-space-size=16'] as const

/** Returns facts about the machine, so that results are only compared if that makes sense. */
export function machineFacts(): Readonly<Record<string, string | number>> {
  const cpus = os.cpus()
  return {
    cores: cpus.length,
    processor: cpus[0]?.model.trim() ?? 'unknown',
    memoryGB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    load: Number(os.loadavg()[0]?.toFixed(2) ?? 0),
  }
}

/** Returns the resident memory of a process in MB, current and peak. Linux only; otherwise null. */
export function memoryOf(pid: number): { readonly nowMB: number; readonly peakMB: number } | null {
  const status = readProcFile(pid, 'status')
  if (status === null) return null
  return { nowMB: kilobytes(status, 'VmRSS') / 1024, peakMB: kilobytes(status, 'VmHWM') / 1024 }
}

/**
 * Returns the processor seconds used by a process and by the programs that it has run and that have ended, such
 * as Git; they are meaningful even on a busy machine. Linux only; otherwise null.
 */
export function processorSecondsOf(pid: number): number | null {
  const stat = readProcFile(pid, 'stat')
  return stat === null ? null : processorTicksOf(stat) / TICKS_PER_SECOND
}

/** Returns user and system time of a process and of its ended children: fields 14 to 17 of proc(5). */
export function processorTicksOf(stat: string): number {
  // The name of the program, in parentheses, can contain blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

const TICKS_PER_SECOND = 100

function readProcFile(pid: number, name: 'status' | 'stat'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null // There is no /proc here, or the process has ended.
  }
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}
