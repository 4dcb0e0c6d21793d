import { asBuffer } from './as-buffer.ts'

/** Size of the blocks of the old bytes that are searched for in the new ones. */
const BLOCK = 32

/**
 * Returns a patch from `before` to `after`: runs to copy from the old bytes, and bytes to insert between
 * them. Empty if both are the same.
 */
export function makePatch(before: Uint8Array, after: Uint8Array): Uint8Array {
  const [from, to] = [asBuffer(before), asBuffer(after)]
  if (from.equals(to)) return new Uint8Array()
  const blocks = blocksOf(from)
  const parts: Buffer[] = []
  /** Bytes of `to` before this offset are already written. */
  let done = 0
  /** Where the last run ended in `from`: the next one usually starts shortly after it. */
  let near = 0
  for (let at = 0; at < to.length; ) {
    const start = runAt(at)
    if (start === null) {
      at++
      continue
    }
    let [begin, own] = [start, at]
    while (begin > 0 && own > done && from[begin - 1] === to[own - 1]) {
      begin--
      own--
    }
    let end = at
    for (let other = start; end < to.length && other < from.length && from[other] === to[end]; other++) end++
    addPart(own, begin, end - own)
    near = begin + end - own
    at = end
  }
  // An empty patch means that nothing changed.
  if (done < to.length || parts.length === 0) addPart(to.length, 0, 0)
  return Buffer.concat(parts)

  /** Returns where `from` has the same bytes as `to` at an offset; null if unknown. */
  function runAt(at: number): number | null {
    if (at + BLOCK > to.length) {
      const tail = from.length - (to.length - at)
      return tail >= 0 && to.compare(from, tail, from.length, at, to.length) === 0 ? tail : null
    }
    if (to.compare(from, near, Math.min(near + BLOCK, from.length), at, at + BLOCK) === 0) return near
    return blocks.get(to.toString('latin1', at, at + BLOCK)) ?? null
  }

  /** Appends the bytes up to `own` literally, then a run of the old bytes. */
  function addPart(own: number, begin: number, length: number): void {
    const head = Buffer.alloc(12)
    head.writeUInt32LE(own - done, 0)
    head.writeUInt32LE(begin, 4)
    head.writeUInt32LE(length, 8)
    parts.push(head, to.subarray(done, own))
    done = own + length
  }
}

/** Returns the new bytes that `makePatch` was given. Throws if the patch was made from other old bytes. */
export function applyPatch(before: Uint8Array, patch: Uint8Array): Uint8Array {
  if (patch.byteLength === 0) return before
  const bytes = asBuffer(patch)
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const inserted = bytes.readUInt32LE(at)
    const begin = bytes.readUInt32LE(at + 4)
    const length = bytes.readUInt32LE(at + 8)
    at += 12
    if (at + inserted > bytes.length || begin + length > before.byteLength)
      throw new RangeError('The patch is one of other bytes')
    parts.push(bytes.subarray(at, at + inserted), before.subarray(begin, begin + length))
    at += inserted
  }
  return Buffer.concat(parts)
}

function blocksOf(bytes: Buffer): ReadonlyMap<string, number> {
  const blocks = new Map<string, number>()
  for (let at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
    const block = bytes.toString('latin1', at, at + BLOCK)
    if (!blocks.has(block)) blocks.set(block, at)
  }
  return blocks
}
