import { decodeBytes, type Format } from '@dragoman/formats'
import type { Library } from '../peers/libraries.ts'
import { GENERATED_VIEW } from './generated-file.ts'

/** Seconds, the shortest of all rounds. */
export type Times = { read: number; edit: number; parse: number; write: number }

/** Measures Dragoman and a library in turns on the same bytes, so that other load affects both. */
export async function timeOfReading(
  format: Format,
  library: Library | null,
  bytes: Uint8Array,
  rounds: number,
): Promise<Times> {
  const best: Times = {
    read: Number.POSITIVE_INFINITY,
    edit: Number.POSITIVE_INFINITY,
    parse: Number.POSITIVE_INFINITY,
    write: Number.POSITIVE_INFINITY,
  }
  const names = [...format.read(bytes, GENERATED_VIEW).entries.keys()]
  for (let round = 0; round < rounds; round++) {
    let started = performance.now()
    const document = format.read(bytes, GENERATED_VIEW)
    best.read = Math.min(best.read, since(started))
    const name = names[(round * 997) % names.length] ?? ''
    started = performance.now()
    format.edit(document, [{ kind: 'set', name, text: `Nowy tekst ${round}` }])
    best.edit = Math.min(best.edit, since(started))
    if (library === null) continue
    started = performance.now()
    // Programs start from bytes, so decoding them is a part of reading.
    const { text, encoding } = decodeBytes(bytes)
    const tree = await library.parse(text, bytes)
    best.parse = Math.min(best.parse, since(started))
    started = performance.now()
    await library.write(tree, text, encoding)
    best.write = Math.min(best.write, since(started))
  }
  return best
}

function since(started: number): number {
  return (performance.now() - started) / 1000
}
