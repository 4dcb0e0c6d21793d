import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CommentText } from './CommentText.tsx'

function drawn(text: string, mentions: readonly { ref: string; name: string }[] = []): HTMLElement {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(<CommentText text={text} mentions={[...mentions]} />)
  return place.firstElementChild as HTMLElement // the component renders one element
}

const ELEMENTS = new Set(
  ['div', 'p', 'br', 'strong', 'em', 's', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'a', 'bdi'].map(
    (name) => name.toUpperCase(),
  ),
)
const ATTRIBUTES = new Set(['class', 'dir', 'href', 'rel', 'target'])

describe('a comment', () => {
  test('supports emphasis, lists, code and links', () => {
    const text = drawn('Is **this** *right*?\n\n- `one`\n- two\n\nhttps://example.com/a')
    expect(text.querySelector('strong')?.textContent).toBe('this')
    expect([...text.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['one', 'two'])
    const link = text.querySelector('a')
    expect([link?.getAttribute('href'), link?.getAttribute('rel')]).toEqual([
      'https://example.com/a',
      'noopener noreferrer nofollow',
    ])
  })
  test('shows placeholders as chips, except within code', () => {
    const chips = [...drawn('can {{days}} or %1$s be `{{one}}`?').querySelectorAll('code')]
    expect(chips.map((chip) => chip.textContent)).toEqual(['{{days}}', '%1$s', '{{one}}'])
    expect(new Set(chips.map((chip) => chip.className)).size).toBe(2)
  })
  test('shows mentions with current names', () => {
    const text = drawn('@[Klara](user:3) and @[Otto](user:4)', [{ ref: 'user:3', name: 'Clara' }])
    expect(text.textContent).toBe('@Clara and @Otto')
    expect(text.querySelector('a')).toBeNull()
  })
  test('shows mentions of people and groups with brackets in their names', () => {
    const text = drawn('@[Ana (QA)](user:3) and @[German (formal)](group:4)')
    expect(text.textContent).toBe('@Ana (QA) and @German (formal)')
  })
  test.each([
    '<img src=x onerror=alert(1)>',
    '![pixel](https://elsewhere.example/p.png)',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](//elsewhere.example)',
    '[a](/p/shop)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '@[<b>x](user:3)',
    '<details open ontoggle=alert(1)>',
  ])('%s is harmless', (text) => {
    expectHarmless(text)
  })
})

function expectHarmless(text: string): void {
  const root = drawn(text)
  for (const element of [root, ...root.querySelectorAll('*')]) {
    expect(ELEMENTS, text).toContain(element.tagName)
    for (const { name, value } of element.attributes) {
      expect(ATTRIBUTES, text).toContain(name)
      if (name === 'href') expect(value, text).toMatch(/^(?:https?:\/\/|mailto:)/i)
    }
  }
}

test('any text becomes listed elements and attributes only, and links of three schemes', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '[',
    ']',
    '(',
    ')',
    '!',
    '@[a](user:3)',
    '@[',
    '`',
    '```',
    '*',
    '_',
    '~~',
    '# ',
    '- ',
    '1. ',
    '> ',
    '\n',
    '\n\n',
    '    ',
    '|',
    '---',
    'javascript:',
    'JAVASCRIPT&#58;',
    'data:',
    'vbscript:',
    'file:',
    'http://a.b',
    'https://a.b/"onclick=',
    'mailto:a@b.cd',
    'www.a.bc',
    '&lt;',
    '&#x6a;',
    '\\',
    '{{a}}',
    '%s',
    '<script>',
    '<img src=x onerror=y>',
    '<a href="',
    '\u0000',
    '\u202e',
    '🎉',
  )
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 30 })
  fc.assert(
    fc.property(text, (parts) => expectHarmless(parts.join(''))),
    { numRuns: 600, seed: 11 },
  )
})
