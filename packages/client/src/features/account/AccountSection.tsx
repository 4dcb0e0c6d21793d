import type { ReactNode } from 'react'

/** A section of the account page whose content, a landmark with this name, belongs to another feature. */
export function AccountSection({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
