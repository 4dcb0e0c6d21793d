import type { ComponentProps } from 'react'

export type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => unknown }

/** A form that acts when it is submitted, instead of loading a page. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
