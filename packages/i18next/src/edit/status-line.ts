import { element } from './elements.ts'

export type Say = (text: string, is?: 'waiting' | 'done' | 'problem') => void

/** Returns a line that is read aloud when it changes, and what changes it; by default to a problem. */
export function statusLine(): { readonly line: HTMLElement; readonly say: Say } {
  const line = element('p', { role: 'status' })
  return {
    line,
    say(text, is = 'problem') {
      line.textContent = text
      line.dataset.is = is
    },
  }
}
