import { useState } from 'react'

/** Returns the value of a field, and what changes it. */
export type Bind<Fields> = <Name extends keyof Fields>(
  name: Name,
) => {
  readonly value: Fields[Name]
  readonly onChange: (value: Fields[Name]) => void
}

/** What is entered in a form. `bind('name')` connects a field to its input. */
export function useFields<Fields extends object>(initial: Fields | (() => Fields)) {
  const [fields, setFields] = useState(initial)
  const set = (some: Partial<Fields>) => setFields((now) => ({ ...now, ...some }))
  const bind: Bind<Fields> = (name) => ({
    value: fields[name],
    onChange: (value) => setFields((now) => ({ ...now, [name]: value })),
  })
  return { fields, set, bind }
}
