import { texts } from '../../texts/index.ts';

/** First-run setup. */
export function SetupScreen() {
  return <h1>{texts.app.setup.welcomeTitle}</h1>;
}
