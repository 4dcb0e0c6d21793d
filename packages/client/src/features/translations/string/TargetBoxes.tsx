import type { KeyReply } from '@dragoman/contract'
import { countGraphemes, shownLength } from '@dragoman/core'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { shownNumbers } from '../../../components/shown-numbers.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import { PluralSwitch } from '../plural/PluralSwitch.tsx'
import type { PluralSlot } from '../plural/plural-slots.ts'
import { useSlotName } from '../plural/use-slot-name.ts'
import type { FieldsText } from '../saving/use-string-text.ts'
import { InsertChips } from './InsertChips.tsx'
import { TargetBox } from './TargetBox.tsx'

export type TargetBoxesProps = {
  readonly string: Pick<KeyReply, 'id' | 'namespace' | 'plural' | 'maxLength' | 'syntax'>
  readonly language: string
  readonly text: FieldsText
  readonly handles: RefObject<Map<string, MessageBoxHandle>>
  readonly focused: string | null
  readonly onFocus: (box: string) => void
  /** Fields that were left: only those are marked as required. */
  readonly left: ReadonlySet<string> | 'all'
  readonly onLeave: (box: string) => void
  /** What can be inserted; empty if the text cannot be changed. */
  readonly insertables: readonly string[]
  readonly isInserting: boolean
  readonly onInsert: (text: string) => void
  readonly onStopInserting: () => void
}

/**
 * One field for each form that the language needs, of the key or within the text, with example numbers and
 * length.
 */
export function TargetBoxes(props: TargetBoxesProps) {
  const { plural } = props.text
  if (plural === null) return <KeyBoxes {...props} />
  return (
    <>
      <PluralSwitch isShown={plural.isShown} onToggle={plural.toggle} />
      {plural.isShown ? <PluralTextBoxes {...props} boxes={plural.boxes} /> : <KeyBoxes {...props} />}
    </>
  )
}

/** The forms of the key: one if it has no plural. */
function KeyBoxes({
  string,
  language,
  text,
  handles,
  focused,
  onFocus,
  left,
  onLeave,
  ...inserting
}: TargetBoxesProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const syntax = useMessageSyntax(string)
  const { maxLength, plural } = string
  const chips = chipsFor({
    focused,
    first: text.boxes[0]?.form ?? 'other',
    ids: text.boxes.map(({ form }) => form),
    ...inserting,
  })
  return text.boxes.map((box) => {
    const name = t(`form.${box.form}`)
    const value = text.forms[box.form] ?? ''
    const shared = {
      id: box.form,
      string: string.id,
      value,
      length: shownLength(value, syntax),
      language,
      issues: text.issues.filter((issue) => issue.form === box.form),
      isMissing:
        wasLeft(left, box.form) &&
        text.issues.some((issue) => issue.code === 'plural-form-missing' && issue.form === box.form),
      maxLength,
      isReadOnly: text.refusal !== null,
      chips: chips(box.form),
      handles,
      onChange: (next: string) => text.setForm(box.form, next),
      onFocus,
      onLeave,
    }
    if (plural === 'none') {
      const label = t('box.label', { language: formats.languageName(language) })
      return <TargetBox key={box.form} {...shared} label={label} heading={null} />
    }
    const note = box.needed ? shownNumbers(box.numbers) : t('form.notNeeded')
    const label = t('box.labelForm', { form: name, numbers: box.numbers })
    return <TargetBox key={box.form} {...shared} label={label} heading={{ name, note }} />
  })
}

/** The forms within a text. */
function PluralTextBoxes({
  string,
  language,
  text,
  boxes,
  handles,
  focused,
  onFocus,
  left,
  onLeave,
  ...inserting
}: TargetBoxesProps & { readonly boxes: readonly PluralSlot[] }) {
  const { t } = useTranslation('translations')
  const nameOf = useSlotName()
  const chips = chipsFor({ focused, first: text.firstBox, ids: boxes.map(({ id }) => id), ...inserting })
  const room = string.maxLength === null ? null : Math.max(0, string.maxLength - (text.plural?.around ?? 0))
  const isBegun = boxes.some((box) => box.text !== '')
  return boxes.map((box) => {
    const name = nameOf(box.name)
    return (
      <TargetBox
        key={box.id}
        id={box.id}
        string={string.id}
        value={box.text}
        language={language}
        issues={text.plural?.issuesOf(box.id, text.issues) ?? []}
        isMissing={wasLeft(left, box.id) && isBegun && box.use === 'needed' && box.text === ''}
        length={countGraphemes(box.text)}
        maxLength={box.selector === '' ? null : room}
        isReadOnly={text.refusal !== null}
        chips={chips(box.id)}
        {...(box.selector === '' || text.plural === null ? {} : { leaves: text.plural.leavesOf })}
        handles={handles}
        onChange={(next) => text.plural?.setBox(box.id, next)}
        onFocus={onFocus}
        onLeave={onLeave}
        label={
          box.numbers === ''
            ? t('plural.label', { form: name })
            : t('box.labelForm', { form: name, numbers: box.numbers })
        }
        heading={{ name, note: box.use === 'unused' ? t('form.notNeeded') : shownNumbers(box.numbers) }}
      />
    )
  })
}

function wasLeft(left: TargetBoxesProps['left'], box: string): boolean {
  return left === 'all' || left.has(box)
}

type Inserting = Pick<
  TargetBoxesProps,
  'focused' | 'insertables' | 'isInserting' | 'onInsert' | 'onStopInserting'
> & {
  readonly first: string
  readonly ids: readonly string[]
}

/** Shows the insertable parts below the focused field. */
function chipsFor({
  focused,
  first,
  ids,
  insertables,
  isInserting,
  onInsert,
  onStopInserting,
}: Inserting): (id: string) => ReactNode {
  const at = focused !== null && ids.includes(focused) ? focused : first
  return (id) =>
    id === at && insertables.length > 0 ? (
      <InsertChips
        insertables={insertables}
        isWaiting={isInserting}
        onInsert={onInsert}
        onStop={onStopInserting}
      />
    ) : null
}
