import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge } from 'prom-client'
import { gaugeOf, type Registers, setCounter } from './metric-kinds.ts'

const NANOSECONDS = 1e9

/** Adds the metrics of the process. */
export function openProcessMetrics(registers: Registers): {
  readonly read: () => void
  readonly close: () => void
} {
  const loopDelay = new Gauge({
    name: 'dragoman_event_loop_delay_seconds',
    help: 'How late the event loop was since the last scrape',
    labelNames: ['quantile'],
    registers,
  })
  const resident = gaugeOf(registers, 'resident_memory_bytes', 'Memory of the process')
  const heap = gaugeOf(registers, 'heap_used_bytes', 'Memory of its JavaScript objects')
  const uptime = gaugeOf(registers, 'uptime_seconds', 'Seconds since the process started')
  const cpu = new Counter({
    name: 'dragoman_cpu_seconds_total',
    help: 'Processor time of the process',
    registers,
  })
  const delay = monitorEventLoopDelay()
  delay.enable()

  function read(): void {
    const { rss, heapUsed } = process.memoryUsage()
    resident.set(rss)
    heap.set(heapUsed)
    uptime.set(Math.round(process.uptime()))
    const { user, system } = process.cpuUsage()
    setCounter(cpu, (user + system) / 1e6)
    for (const [quantile, value] of delaysOf(delay)) loopDelay.set({ quantile }, value)
    delay.reset()
  }
  return { read, close: () => void delay.disable() }
}

function delaysOf(delay: IntervalHistogram): readonly (readonly [string, number])[] {
  if (delay.count === 0) return []
  return [
    ['0.5', delay.percentile(50) / NANOSECONDS],
    ['0.99', delay.percentile(99) / NANOSECONDS],
  ]
}
