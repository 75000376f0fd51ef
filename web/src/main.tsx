import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/base.css';
import './theme/frame.css';
import { App, preloadFirstScreen } from './app/app.tsx';
import { connectParts } from './app/start.ts';
import { startThemePainter } from './app/theme-painter.ts';

const root = document.getElementById('root');
if (root) {
  connectParts();
  preloadFirstScreen();
  startThemePainter();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
