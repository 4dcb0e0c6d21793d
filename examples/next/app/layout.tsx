import type { ReactNode } from 'react'
import { textsOfRequest } from './texts/server.ts'
import { Texts } from './texts/texts.tsx'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { language, resources } = await textsOfRequest()
  return (
    <html lang={language}>
      <body>
        <Texts language={language} resources={resources}>
          {children}
        </Texts>
      </body>
    </html>
  )
}
