import { readFileSync } from 'node:fs'
import os from 'node:os'

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
 * Returns the processor seconds used by a process, which are meaningful even on a busy machine. Linux only;
 * otherwise null.
 */
export function processorSecondsOf(pid: number): number | null {
  const fields = readProcFile(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
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
