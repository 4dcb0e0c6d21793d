import { type Counter, Gauge, type Registry } from 'prom-client'

/** Where metrics are registered. */
export type Registers = Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>[]

export function gaugeOf(registers: Registers, name: string, help: string): Gauge {
  return new Gauge({ name: `dragoman_${name}`, help, registers })
}

/** Sets a counter that is counted elsewhere. */
export function setCounter(counter: Counter, value: number): void {
  counter.reset()
  counter.inc(value)
}
