import type { Socket } from 'node:net'
import type { BundleVariant } from './bundle.ts'

/**
 * The answers of a variant in one second, because the head contains the date (RFC 9110 §6.6.1). Head and body are only
 * copied into one piece, which is faster to write, for a file that is requested again in that second: many files that are
 * requested once would fill the memory with copies.
 */
type Answers = { head: Buffer | null; whole: Buffer | null; notModified: Buffer | null }

/** Sends a file in one write. */
export function sendFile(socket: Socket, variant: BundleVariant): void {
  const answers = answersOf(variant)
  if (answers.whole === null && answers.head === null) {
    answers.head = headFrom('HTTP/1.1 200 OK', variant.head200)
    socket.cork()
    socket.write(answers.head)
    socket.write(variant.body)
    socket.uncork()
    return
  }
  answers.whole ??= Buffer.concat([answers.head ?? NO_BYTES, variant.body])
  socket.write(answers.whole)
}

/** Sends the answer to a request of a client that has the file. */
export function sendNotModified(socket: Socket, variant: BundleVariant): void {
  const answers = answersOf(variant)
  answers.notModified ??= headFrom('HTTP/1.1 304 Not Modified', variant.head304)
  socket.write(answers.notModified)
}

/** Those of the second before are dropped. A file that is dropped takes its answers with it. */
let current = { second: 0, date: '', answers: new WeakMap<BundleVariant, Answers>() }

const NO_BYTES = Buffer.alloc(0)

function answersOf(variant: BundleVariant): Answers {
  const second = Math.floor(Date.now() / 1000)
  if (current.second !== second)
    current = { second, date: new Date(second * 1000).toUTCString(), answers: new WeakMap() }
  const known = current.answers.get(variant)
  if (known !== undefined) return known
  const answers = { head: null, whole: null, notModified: null }
  current.answers.set(variant, answers)
  return answers
}

function headFrom(status: string, pairs: readonly string[]): Buffer {
  let text = `${status}\r\n`
  for (let index = 0; index < pairs.length; index += 2) text += `${pairs[index]}: ${pairs[index + 1]}\r\n`
  return Buffer.from(`${text}Date: ${current.date}\r\n\r\n`, 'latin1')
}
