//go:build soak

package catalog

import (
	"testing"
	"time"
)

// TestSoakPagerDutyStrategies goes through every case of the storm over all seeds.
func TestSoakPagerDutyStrategies(t *testing.T) {
	for i := range stormCases {
		stormCases[i].over(t, seeds())
	}
}

// TestSoakPagerDutyAsIn2014 plays the script over all seeds.
func TestSoakPagerDutyAsIn2014(t *testing.T) { asIn2014(t, seeds()) }

// TestSoakPagerDutySensitivity changes every calibrated number.
func TestSoakPagerDutySensitivity(t *testing.T) { sensitive(t, 1) }

// TestSoakReleaseSensitivity changes every chosen number of both releases.
func TestSoakReleaseSensitivity(t *testing.T) {
	sensitiveRelease(t, chosenOfReleases, differsOfReleases, keepsZeroDowntime(32*time.Minute))
	sensitiveRelease(t, chosenUnderRetries, differsUnderRetries, keepsRetryStorm)
}

// TestSoakReleases goes through every way to release over all seeds.
func TestSoakReleases(t *testing.T) {
	for i := range releaseCases {
		releaseCases[i].over(t, seeds())
	}
	underRetriesOver(t, seeds())
}
