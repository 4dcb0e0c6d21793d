import type { CDPSession, Page } from 'playwright-core'

/** One way of entering text; the result of each is known in advance. */
export type TypingStep =
  | { readonly kind: 'keys'; readonly text: string; readonly delayMs: number }
  /** Several words together, as inserted by dictation and the emoji picker. */
  | { readonly kind: 'insert'; readonly text: string }
  /** An input method: the underlined stages while composing, then the inserted text. */
  | { readonly kind: 'compose'; readonly stages: readonly string[]; readonly text: string }
  /** A text expander: types a short form, deletes it, inserts the long one. */
  | { readonly kind: 'expand'; readonly short: string; readonly text: string; readonly delayMs: number }

export function textOf(steps: readonly TypingStep[]): string {
  return steps.map((step) => step.text).join('')
}

/** Enters the text into the focused element, through the browser's own input. */
export async function performSteps(
  page: Page,
  devtools: CDPSession,
  steps: readonly TypingStep[],
): Promise<void> {
  for (const step of steps) {
    switch (step.kind) {
      case 'keys':
        await page.keyboard.type(step.text, { delay: step.delayMs })
        break
      case 'insert':
        await page.keyboard.insertText(step.text)
        break
      case 'compose':
        for (const stage of step.stages) {
          const end = stage.length
          await devtools.send('Input.imeSetComposition', {
            text: stage,
            selectionStart: end,
            selectionEnd: end,
          })
        }
        await devtools.send('Input.insertText', { text: step.text })
        break
      case 'expand':
        await page.keyboard.type(step.short, { delay: step.delayMs })
        for (let i = 0; i < step.short.length; i++) await page.keyboard.press('Backspace')
        await page.keyboard.insertText(step.text)
        break
      default:
        step satisfies never
    }
  }
}

/**
 * Returns steps for one text, reproducible by seed: placeholders and tags that are completed while typing,
 * between words.
 */
export function makeSteps(seed: number, marks: readonly string[]): readonly TypingStep[] {
  const below = numbersBelow(seed)
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('An empty list to choose from.')
    return found
  }
  const steps: TypingStep[] = []
  const count = 3 + below(4)
  for (let i = 0; i < count; i++) {
    const text = `${pick(['', pick(WORDS)])}${pick(marks)}${pick(['', ' ', '  '])}${pick(WORDS)}${pick(['', ' '])}`
    const kind = pick(KINDS)
    if (kind === 'keys') steps.push({ kind, text, delayMs: below(11) })
    else if (kind === 'insert')
      steps.push(...cut(text, 1 + below(text.length)).map((piece) => ({ kind, text: piece })))
    else if (kind === 'expand') steps.push({ kind, short: ';d', text, delayMs: below(11) })
    else {
      const composed = pick(COMPOSED)
      steps.push({ kind: 'insert', text }, { kind, stages: composed.stages, text: composed.text })
    }
  }
  return steps
}

const KINDS = ['keys', 'keys', 'keys', 'insert', 'compose', 'expand'] as const
const WORDS = [
  'Andere',
  'Person',
  'überfällig',
  'ist',
  'seit',
  'zażółć',
  'مرحبا',
  '東京',
  '🙂',
  '.',
  '{',
  '}',
  '<',
  '100 %',
]
const COMPOSED = [
  { stages: ['に', 'にほ', 'にほん', '日本'], text: '日本語' },
  { stages: ['´', 'é'], text: 'é' },
  { stages: ['n', 'ni', 'nih', 'niha'], text: '你好' },
] as const

function cut(text: string, at: number): string[] {
  return [text.slice(0, at), text.slice(at)].filter((piece) => piece !== '')
}

/** A linear congruential generator: the same numbers for the same seed. */
function numbersBelow(seed: number): (below: number) => number {
  let state = seed * 7919 + 17
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}
