import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { app } from './lib/app/app.svelte';
import { listen } from './lib/app/router.svelte';
import { keepSettings } from './lib/app/settings.svelte';
import { firstLanguage, speak } from './lib/i18n/index.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app element');

keepSettings();
listen();
app.start();
await speak(firstLanguage());
mount(App, { target });
