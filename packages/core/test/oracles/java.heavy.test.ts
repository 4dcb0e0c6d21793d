import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { applyFixes, type Part, syntaxById } from '../../src/index.ts'
import { messagesOf, sampleOf } from './oracle-runs.ts'

const java = syntaxById('java')
const hasJava = spawnSync('java', ['-version']).status === 0

const PIECES =
  `{0} {1} {0,number} {1,number,#.##} {2,date,short} {0,time} {0,} {0,,x} {} {-1} {0x} {0,other} { 0} {0 } {0,NUMBER} '' ' '{' '}' '{0}' L' d'un l'{0} } { {0 <b> </b>
  {0,choice,0#none|1#one|1<{0}} {1,choice,0#a|0#b} {1,choice,x#a} {0,choice,1#it''''s|2#{1}} {0,choice,1#'{0}'} {0,choice,1#{1,choice,2#{0}|3#x}} {0,choice,1#a<b} {0,choice,} {0,choice,1#a|} {0,choice,-∞<few|5≤{0}}
  text été , . 5 # | <`
    .split(/\s+/)
    .concat([' ', ' ', ' '])

describe.skipIf(!hasJava)(
  hasJava ? 'java.text.MessageFormat' : 'java.text.MessageFormat (skipped: Java is not installed)',
  () => {
    test('rejects the same messages, and finds the same text and arguments', () => {
      const messages = sampleOf(messagesOf(PIECES)).filter((text) => !/\{\s*\p{L}/u.test(text))
      expect(messages.length).toBeGreaterThan(0)
      const answers = readByJava(messages)
      for (const [index, text] of messages.entries()) compare(text, answers[index] ?? '')
    })

    test('accepts messages with doubled apostrophes, with the arguments that were found before', () => {
      const messages = sampleOf(messagesOf(PIECES)).filter((text) => {
        const codes = java.parse(text).issues.map(({ code }) => code)
        return codes.includes('apostrophe-quotes') && codes.every((code) => code === 'apostrophe-quotes')
      })
      const fixable = messages.filter((text) => java.parse(text).issues.every(({ fix }) => fix !== undefined))
      expect(fixable.length).toBeGreaterThan(0)
      const fixed = fixable.map((text) => applyFixes(text, java.parse(text).issues))
      const answers = readByJava(fixed)
      for (const [index, text] of fixed.entries()) {
        expect(java.parse(text).issues, text).toEqual([])
        expect(answers[index]?.split(' ')[1], text).toBe(argumentsOf(java.parse(fixable[index] ?? '').parts))
      }
    })
  },
)

/**
 * Compares one message. Differences that docs/messages.md explains: a closing brace alone is reported; an
 * argument is reported as not closed if braces within it are not, which Java drops in silence; a choice without
 * texts is rejected, which Java only does when it formats the message; apostrophes in a text without arguments
 * are text.
 */
function compare(text: string, answer: string): void {
  const { parts, issues } = java.parse(text)
  const codes = new Set(issues.map(({ code }) => code))
  codes.delete('brace-unmatched')
  if (codes.has('apostrophe-quotes') || (text.includes("'") && !/\{\s?\d/.test(text))) return
  if (codes.has('placeholder-unclosed') && answer !== 'invalid') return
  if (codes.has('icu-syntax') && answer.includes('[]')) return
  expect(codes.size > 0, `${text}: ${[...codes].join()}`).toBe(answer === 'invalid')
  if (answer === 'invalid') return
  const [literal = '', found = ''] = answer.split(' ')
  expect(argumentsOf(parts), text).toBe(found)
  if (found === '') return
  expect(parts.map(textOf).join(''), text).toBe(Buffer.from(literal, 'base64').toString())
}

function textOf(part: Part): string {
  if (part.kind === 'escape') return part.value
  return part.kind === 'placeholder' || part.kind === 'choice' ? '' : part.text
}

function argumentsOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'choice')
        return `${part.name}[${part.branches.map((branch) => `${argumentsOf(branch.parts)}|`).join('')}],`
      if (part.kind !== 'placeholder') return ''
      return `${part.name}${part.type === 'number' ? 'n' : part.type === 'date' ? 'd' : ''},`
    })
    .join('')
}

function readByJava(messages: readonly string[]): readonly string[] {
  const program = fileURLToPath(new URL('./ReadMessages.java', import.meta.url))
  const { stdout, stderr } = spawnSync('java', ['--add-opens', 'java.base/java.text=ALL-UNNAMED', program], {
    input: messages.map((text) => `${Buffer.from(text).toString('base64')}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const answers = stdout.split('\n').slice(0, -1)
  expect(answers.length, stderr).toBe(messages.length)
  return answers
}
