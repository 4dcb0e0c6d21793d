import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * In a right-to-left sentence, punctuation at either end of Latin text moves to its other side (`--deliver` becomes
 * `deliver--`), unless a left-to-right mark or an isolate is next to it.
 */
const locale = join(import.meta.dirname, '../public/locales/ar')

/** A mark or an isolate that gives the punctuation next to it the direction of the Latin text. */
const MARKS = '\u200e\u2066\u2068\u2069'

/** An option, a path, an escape or a file name after Arabic text. */
const OPENING = new RegExp(`(?<![!-~…${MARKS}])(?<![!-~] )(?:--|\\\\|/|\\.)[A-Za-z]`, 'u')
/** A filter of the search, the start of a URL, or a pattern before Arabic text. */
const CLOSING = new RegExp(
  `(?<![a-z])(?:state|is|has|ns|key|tag|by|changed|served):(?![\\w${MARKS}])|://(?![\\w${MARKS}])|[\\w/]\\*(?! ?[!-~${MARKS}])|\\}\\}[:/*](?=»)`,
  'u',
)

function textsOf(file: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const collect = (value: unknown, name: string): void => {
    if (typeof value === 'string') texts.set(name, value)
    else for (const [key, inner] of Object.entries(value ?? {})) collect(inner, `${name}.${key}`)
  }
  collect(JSON.parse(readFileSync(join(locale, file), 'utf8')), file.replace('.json', ''))
  return texts
}

/** Returns the values of a text that no isolate surrounds, except those named. */
function bareValues(text: string, except: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(/(.?)\{\{(\w+)(?:, \w+)?\}\}(.?)/gu)].flatMap(
    ([, before = '', name = '', after = '']) =>
      except.has(name) || (/[\u2066\u2068]/.test(before) && after === '\u2069') ? [] : [name],
  )
}

test('punctuation of Latin text stays on its side', () => {
  const wrong = readdirSync(locale).flatMap((file) =>
    [...textsOf(file)].filter(([, text]) => OPENING.test(text) || CLOSING.test(text)),
  )
  expect(wrong.map(([name, text]) => `${name}: ${text}`)).toEqual([])
})

test('what an issue quotes from a text is isolated, so that </b> does not look like <b/>', () => {
  const numbers = new Set(['length', 'limit'])
  const wrong = [...textsOf('issues.json')].filter(([, text]) => bareValues(text, numbers).length > 0)
  expect(wrong.map(([name, text]) => `${name}: ${text}`)).toEqual([])
})

test('names in the sentences of the audit log are isolated from each other', () => {
  // Numbers, and sentences of the interface.
  const own = new Set(['change', 'days', 'release', 'settings', 'share', 'time'])
  const wrong = [...textsOf('audit.json')].filter(
    ([name, text]) => name.startsWith('audit.said.') && bareValues(text, own).length > 0,
  )
  expect(wrong.map(([name, text]) => `${name}: ${text}`)).toEqual([])
})
