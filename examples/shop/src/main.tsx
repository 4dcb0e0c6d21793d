import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import './shop.css'
import './texts.ts'
import { Shop } from './shop.tsx'

const element = document.getElementById('app')
if (element !== null)
  createRoot(element).render(
    <StrictMode>
      <Suspense>
        <Shop />
      </Suspense>
    </StrictMode>,
  )
