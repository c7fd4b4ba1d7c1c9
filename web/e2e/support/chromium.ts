/** How the system's Chromium is started, for tests and tools. */
import { type LaunchOptions } from '@playwright/test';

/** The features that Playwright switches off, as far as it concerns the tests, and the popups of the address bar, which Chromium prepares for every window. */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

export const CHROMIUM: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--mute-audio',
    `--disable-features=${FEATURES_OFF.join()}`,
  ],
};
