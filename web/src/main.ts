import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepInAccount } from './lib/app/accountSettings.svelte';
import { connection } from './lib/app/connection.svelte';
import { noteInput } from './lib/app/focus';
import { following } from './lib/app/following.svelte';
import { lobby } from './lib/app/lobby.svelte';
import { keepPage } from './lib/app/offline';
import { fetchPage, pageAt } from './pages/pages';
import { address, listen } from './lib/app/router.svelte';
import { followLessons } from './lib/app/lessons.svelte';
import { pairing } from './lib/app/pairing.svelte';
import { api } from './lib/app/server';
import { session } from './lib/app/session.svelte';
import { keepSettings } from './lib/app/settings.svelte';
import { speakFirst } from './lib/i18n/index.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app element');

keepSettings();
keepInAccount(api, () => session.user);
followLessons();
listen();
noteInput();
pairing.start();
following.start();
connection.start();
lobby.start();
session.start();
const words = speakFirst();
// While the words come, in the language that is asked for.
fetchPage(pageAt(address().path, address().query));
try {
  await words;
} catch (error) {
  // The link to load the page again is shown at once: the page will not come.
  target.querySelector('.late')?.classList.remove('late');
  throw error;
}
target.replaceChildren();
mount(App, { target });
keepPage();
