import { syntaxById } from '@dragoman/core/all-syntaxes'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { MessageSyntaxContext } from '../../../lib/text/message-syntax.ts'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import { usePluralBoxes } from '../plural/use-plural-boxes.ts'
import { TargetBoxes } from './TargetBoxes.tsx'

const TEXT = 'Noch {n, plural, one {# Datei} other {# Dateien}}.'
const BOX = { form: 'other' as const, numbers: '', needed: true }

function Fields({ initial }: { readonly initial: string }) {
  const syntax = syntaxById('icu')
  const [text, setText] = useState(initial)
  const { plural } = usePluralBoxes({ address: 'a', text, source: '', language: 'de', syntax, setText })
  const handles = useRef(new Map<string, MessageBoxHandle>())
  const key = { id: 7, namespace: 'shelf', plural: 'none' as const, maxLength: 14, syntax: null }
  const nothing = () => {}
  return (
    <MessageSyntaxContext value={syntax}>
      <TargetBoxes
        string={key}
        language="de"
        text={{
          forms: { other: text },
          boxes: [BOX],
          plural,
          firstBox: 'other',
          issues: [],
          refusal: null,
          setForm: (_, next) => setText(next),
          setForms: nothing,
        }}
        handles={handles}
        focused={null}
        onFocus={nothing}
        left={new Set()}
        onLeave={nothing}
        insertables={[]}
        isInserting={false}
        onInsert={nothing}
        onStopInserting={nothing}
      />
    </MessageSyntaxContext>
  )
}

test('the length of a text with forms is that of its longest form, and each form has what is left', async () => {
  await speakEnglish()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(<Fields initial={TEXT} />)
  const lengths = () =>
    [...place.querySelectorAll('[title][data-wrong]')].map((one) => [
      one.textContent,
      one.getAttribute('data-wrong'),
    ])
  // Before the forms, “one” and “other”: six characters are around them.
  await expect.poll(lengths).toEqual([
    ['4 characters', 'false'],
    ['7 characters, 8 allowed', 'false'],
    ['9 characters, 8 allowed', 'true'],
  ])
  place.querySelector('button')?.click()
  await expect.poll(lengths).toEqual([['15 characters, 14 allowed', 'true']])
  root.unmount()
  place.remove()
})
