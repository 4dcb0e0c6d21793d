import type { BundleVariant } from './bundle.ts'

/** Answers as they are sent, head and body in one piece, so that each is one write. */
export type Wire = { readonly whole: Buffer; readonly notModified: Buffer }

/**
 * Returns the answers of a variant, rebuilt once a second because the head contains the date (RFC 9110
 * §6.6.1). Those of the second before are dropped: each has a copy of its body.
 */
export function wireOf(variant: BundleVariant): Wire {
  const second = Math.floor(Date.now() / 1000)
  if (current.second !== second) current = { second, wires: new WeakMap() }
  const known = current.wires.get(variant)
  if (known !== undefined) return known
  const date = new Date(second * 1000).toUTCString()
  const wire = {
    whole: Buffer.concat([head('HTTP/1.1 200 OK', variant.head200, date), variant.body]),
    notModified: head('HTTP/1.1 304 Not Modified', variant.head304, date),
  }
  current.wires.set(variant, wire)
  return wire
}

/** The answers of the current second. A file that is dropped takes its answers with it. */
let current = { second: 0, wires: new WeakMap<BundleVariant, Wire>() }

function head(status: string, pairs: readonly string[], date: string): Buffer {
  let text = `${status}\r\n`
  for (let index = 0; index < pairs.length; index += 2) text += `${pairs[index]}: ${pairs[index + 1]}\r\n`
  return Buffer.from(`${text}Date: ${date}\r\n\r\n`, 'latin1')
}
