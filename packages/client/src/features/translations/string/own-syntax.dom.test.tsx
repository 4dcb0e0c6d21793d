import type { EditorRowReply } from '@dragoman/contract'
import { syntaxById } from '@dragoman/core/all-syntaxes'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { KeySyntax } from '../../../components/KeySyntax.tsx'
import { Message } from '../../../components/Message.tsx'
import { MessageSyntaxContext } from '../../../lib/text/message-syntax.ts'
import { StringHeader } from './StringHeader.tsx'

const TEXT = 'Copied %1 of %d jars'

function rowWith(syntax: string | null): EditorRowReply {
  const text = { keyId: 7, forms: { other: TEXT }, version: 1, outdated: false, failing: false }
  const translation = {
    ...text,
    sourceVersion: 0,
    state: 'translated' as const,
    actor: null,
    updatedAt: null,
  }
  return {
    key: {
      id: 7,
      namespace: 'shelf',
      name: TEXT,
      plural: 'none',
      path: [TEXT],
      description: '',
      tags: [],
      maxLength: null,
      syntax,
      version: 1,
    },
    source: { ...translation, language: 'en' },
    target: { ...translation, language: 'de' },
  }
}

test.each([
  ['kde', '%1', 'Placeholders: KDE'],
  ['c', '%d', 'Placeholders: C'],
  ['plain', undefined, 'No placeholders'],
  [null, '%d', undefined],
])(
  'a key whose file names the syntax %s shows its placeholders and its name',
  async (syntax, chip, words) => {
    await speakEnglish()
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    const row = rowWith(syntax)
    root.render(
      <MessageSyntaxContext value={syntaxById('printf')}>
        <StringHeader row={row} index={0} total={1} isAtLeast={false} onMove={() => {}} />
        <KeySyntax of={row.key}>
          <p>
            <Message text={TEXT} language="en" />
          </p>
        </KeySyntax>
      </MessageSyntaxContext>,
    )
    await expect.poll(() => place.querySelector('p bdi')?.textContent).toBe(TEXT)
    expect(place.querySelector('p bdi span')?.textContent).toBe(chip)
    expect(
      [...place.querySelectorAll('header span')]
        .map((one) => one.textContent)
        .find((text) => text?.includes('laceholders')),
    ).toBe(words)
    root.unmount()
    place.remove()
  },
)
