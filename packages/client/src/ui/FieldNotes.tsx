import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Text } from 'react-aria-components/Text'
import field from './TextField.module.css'

/** Below a field: its hint, and what is wrong with its value. */
export function FieldNotes({ hint, problem }: { readonly hint: ReactNode; readonly problem: ReactNode }) {
  return (
    <>
      {hint === undefined ? null : (
        <Text slot="description" className={field.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={field.problem ?? ''}>{problem}</FieldError>
    </>
  )
}
